/**
 * repl: a console to a server. What does an entry mean (Lua with the methods as functions, or a command), what completes it, what is kept of it, and
 * what is shown meanwhile?
 * Must not know: how a server is reached, how a session is drawn or attached; the command line hands that over.
 */
import type { ConsoleHost } from "./host.js";

export type { ConsoleHost } from "./host.js";

/** At a terminal, or with entries from a pipe. Resolves to the exit code. */
export async function runConsole(host: ConsoleHost): Promise<number> {
  if (!host.input.isTTY) return (await import("./script-console.js")).runScript(host);
  const { TerminalConsole } = await import("./terminal-console.js");
  return new TerminalConsole(host).run();
}

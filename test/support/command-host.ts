import "./home.js";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import type { Ended } from "./command.js";

export interface HostedCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
export type HostedEnd = Ended;

const PROCESS = fileURLToPath(new URL("./command-host-process.js", import.meta.url));
const LIMIT_MS = 30_000;

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line to its end as `bin/ptywright` would, but in a process that has run others before it: to start one costs more
 * than most commands. What depends on the process itself (signals, stdin, pipes, its end) needs `ptywright` or `RunningCommand`.
 */
export function hosted(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const end = last.then(() => run({ args, env }));
  last = end.catch(() => undefined);
  return end;
}

async function run(call: HostedCall): Promise<Ended> {
  const process = (host ??= start());
  // It does not keep the tests alive, except while they wait for it.
  process.ref();
  process.channel?.ref();
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(LIMIT_MS)]);
  try {
    process.send(call);
    const ended = once(process, "exit", { signal }).then(() => Promise.reject(new Error("it ended its process")));
    const [end] = (await Promise.race([once(process, "message", { signal }), ended])) as [HostedEnd];
    process.unref();
    process.channel?.unref();
    return end;
  } catch (error) {
    process.kill("SIGKILL");
    host = undefined;
    throw new Error(`no end of ptywright ${call.args.join(" ")}`, { cause: error });
  } finally {
    over.abort();
  }
}

after(async () => {
  if (host?.connected !== true) return;
  const ended = once(host, "exit");
  host.ref();
  host.disconnect();
  await ended;
});

function start(): ChildProcess {
  return fork(PROCESS, { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] });
}

import { StringDecoder } from "node:string_decoder";
import type { ConsoleHost } from "./host.js";
import type { Entered } from "./interpreter.js";
import { Interpreter, MAX_ENTRY_CHARS } from "./interpreter.js";
import { written } from "./written.js";
import { NotificationPrinter } from "./notification-printer.js";

/** Entries from a pipe or a file, one after the other, up to the first that fails. Resolves to the exit code. */
export async function runScript(host: ConsoleHost): Promise<number> {
  const interrupter = new AbortController();
  const stopListening = host.onFatalSignal(() => {
    interrupter.abort();
    // Nothing more is read either.
    host.input.destroy();
  });
  const error = (text: string): boolean => host.errors.write(`${text}\n`);
  const print = (text: string): Promise<void> => written(host.output, `${text}\n`);
  const notifications = new NotificationPrinter(print);
  const interpreter: Interpreter = new Interpreter(() => host.connect(), {
    print,
    error: (text) => void error(`line ${entryLine}: ${text}`),
    note: (text) => void error(text),
    tabsChanged: () => undefined,
    connected: (client) => notifications.connected(client),
    setNotifications: (isOn) => notifications.set(isOn, () => interpreter.server.client()),
  });
  let entry = "";
  let entryLine = 1;
  let lineNumber = 0;
  let last: Entered = "done";
  try {
    for await (const line of linesOf(host.input)) {
      lineNumber++;
      if (entry === "") entryLine = lineNumber;
      entry += line;
      last = await interpreter.enter(entry, interrupter.signal);
      if (last === "quit") return 0;
      if (last === "failed" || last === "interrupted") return 1;
      entry = last === "unfinished" ? `${entry}\n` : "";
    }
    if (last !== "unfinished") return interrupter.signal.aborted ? 1 : 0;
    error(`line ${entryLine}: what begins here is not finished`);
    return 1;
  } catch (reason) {
    if (interrupter.signal.aborted) return 1;
    throw reason;
  } finally {
    stopListening();
    notifications.end();
    await interpreter.close();
  }
}

/** Lines as they come; one without an end is handed over when it is longer than any entry may be. */
async function* linesOf(input: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of input) {
    rest += typeof chunk === "string" ? chunk : decoder.write(chunk);
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
    if (rest.length > MAX_ENTRY_CHARS) break;
  }
  if (rest !== "") yield rest;
}

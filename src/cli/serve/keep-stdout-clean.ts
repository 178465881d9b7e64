import { Console } from "node:console";

/** Stdout carries the protocol and nothing else: whatever a package of ours, or of theirs, prints goes to stderr. */
export function keepStdoutClean(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}

import { constants } from "node:os";
import type { ExitStatus } from "../../pty/index.js";

/** As shells count: the program's own code, or 128 and the number of the signal that ended it. */
export function exitCodeOf({ exitCode, signal }: ExitStatus): number {
  return signal === null ? (exitCode ?? 0) : exitCodeOfSignal(signal);
}

export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

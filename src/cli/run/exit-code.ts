import type { ExitStatus } from "../../core/pty/index.js";
import { exitCodeOfSignal } from "../exit-codes.js";

/** As shells count: the program's own code, or 128 and the number of the signal that ended it. */
export function exitCodeOf({ exitCode, signal }: ExitStatus): number {
  return signal === null ? (exitCode ?? 0) : exitCodeOfSignal(signal);
}

import { MAX_WAIT_TIMEOUT_MS, WaitCancelledError } from "../../base/index.js";
import { exitCodeOfSignal } from "../exit-codes.js";
import { onFatalSignal } from "../fatal-signals.js";
import { isStdoutGone, stdoutDrained, watchStdout } from "../stdout-drained.js";
import type { SessionVerbOptions } from "./verb.js";
import { milliseconds, printResult, withSession } from "./verb.js";

export interface ExecOptions extends SessionVerbOptions {
  readonly command: string;
  readonly timeoutS: number | undefined;
}

/**
 * `exec`: runs a command in a shell, prints what it alone prints as it comes, and ends with its exit code. A signal that ends us interrupts
 * the command.
 */
export async function exec(options: ExecOptions): Promise<number> {
  const { command, timeoutS, json } = options;
  return withSession(options, async (session) => {
    watchStdout();
    const stop = new AbortController();
    let ended: NodeJS.Signals | undefined;
    const stopListening = onFatalSignal((signal) => {
      ended = signal;
      stop.abort();
    });
    const onOutput = (text: string): Promise<void> | undefined => {
      process.stdout.write(text);
      // Nobody reads any more: what a program without us would be ended for.
      if (isStdoutGone()) {
        ended = "SIGPIPE";
        stop.abort();
      }
      return process.stdout.writableNeedDrain ? stdoutDrained() : undefined;
    };
    try {
      const timeoutMs = milliseconds(timeoutS) ?? MAX_WAIT_TIMEOUT_MS;
      const how = { timeoutMs, signal: stop.signal, ...(json ? {} : { onOutput }) };
      const result = await session.run(command, how);
      if (json) printResult("session.run", result);
      return result.exitCode;
    } catch (error) {
      if (ended !== undefined && error instanceof WaitCancelledError) return exitCodeOfSignal(ended);
      throw error;
    } finally {
      stopListening();
    }
  });
}

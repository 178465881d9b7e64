import { ProgramEndedError, WaitTimeoutError } from "../../api/index.js";
import type { Adapter } from "../../plugins/adapter/index.js";
import type { Ending } from "./ending.js";
import { deadShellEnding, failedEnding, lateEnding, stoppedEnding } from "./ending.js";
import type { Interruption } from "./interruption.js";
import type { Report } from "./report.js";
import { stdoutDrained } from "../stdout-drained.js";

interface ShellPrompt {
  readonly prompt: string;
  readonly timeoutS: number;
  readonly program: string | undefined;
  readonly args: readonly string[] | undefined;
}

/** Runs a command in a shell that marks its commands, tells its output as it comes, and ends with its exit code. */
export async function runInShell(
  adapter: Adapter,
  report: Report,
  interruption: Interruption,
  { prompt, timeoutS, program, args }: ShellPrompt,
): Promise<Ending> {
  const { signal } = interruption;
  try {
    const look = await adapter.handle.look();
    report.onLook(look);
    const onOutput = (text: string): Promise<void> | undefined => {
      report.onText(text, look);
      return process.stdout.writableNeedDrain ? stdoutDrained() : undefined;
    };
    const { exitCode } = await adapter.session.run(prompt, { timeoutMs: interruption.takeTime(), signal, onOutput });
    return { outcome: "answered", exitCode, state: (await adapter.handle.look()).state };
  } catch (error) {
    if (error instanceof WaitTimeoutError) return lateEnding(error, adapter.handle.lastLook, timeoutS);
    const { stop } = interruption;
    if (stop === undefined && error instanceof ProgramEndedError)
      return deadShellEnding(adapter, program !== undefined && args === undefined);
    return stop === undefined ? failedEnding(error, adapter) : stoppedEnding(stop, adapter.handle.lastLook, timeoutS);
  }
}

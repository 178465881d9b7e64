import type { SessionVerbOptions } from "./verb.js";
import { printResult, withSession } from "./verb.js";

export interface ExecOptions extends SessionVerbOptions {
  readonly command: string;
  readonly timeoutS: number | undefined;
}

/** `exec`: runs a command in a shell, prints what it alone printed, and ends with its exit code. */
export async function exec(options: ExecOptions): Promise<number> {
  const { command, timeoutS, json } = options;
  return withSession(options, async (session) => {
    const timeoutMs = timeoutS === undefined ? undefined : timeoutS * 1_000;
    const result = await session.run(command, { timeoutMs });
    if (json) printResult("session.run", result);
    else process.stdout.write(result.output);
    return result.exitCode;
  });
}

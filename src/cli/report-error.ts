import { NAME, tooManyOpenFiles } from "../base/index.js";
import { EXIT_FAILURE, EXIT_USAGE } from "./exit-codes.js";
import { UsageError } from "./usage-error.js";

/** The directory that we were started in has been removed. */
export function withoutFolder(error: unknown): Error | undefined {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === "uv_cwd" ? new Error("the current directory does not exist any more; cd to another") : undefined;
}

/** Says on stderr what went wrong, in one redacted line and without a stack trace, and returns the exit code for it. */
export async function reportError(reason: unknown): Promise<number> {
  const error = tooManyOpenFiles(reason) ?? withoutFolder(reason) ?? reason;
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  const pointer = isUsage ? `; see ${[NAME, error.command, "--help"].filter(Boolean).join(" ")}` : "";
  const { safeLine } = await import("../disclosure/program/index.js");
  // Without a reader there is nobody left to tell.
  process.stderr.on("error", () => {});
  process.stderr.write(`${NAME}: ${safeLine(message)}${pointer}\n`);
  return isUsage ? EXIT_USAGE : EXIT_FAILURE;
}

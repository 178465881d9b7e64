import { NAME } from "../base/index.js";
import { EXIT_FAILURE, EXIT_USAGE } from "./exit-codes.js";
import { UsageError } from "./usage-error.js";

/** Says on stderr what went wrong, in one redacted line and without a stack trace, and returns the exit code for it. */
export async function reportError(error: unknown): Promise<number> {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  const pointer = isUsage ? `; see ${[NAME, error.command, "--help"].filter(Boolean).join(" ")}` : "";
  // Without a reader there is nobody left to tell.
  process.stderr.on("error", () => {});
  process.stderr.write(`${NAME}: ${await oneSafeLine(message)}${pointer}\n`);
  return isUsage ? EXIT_USAGE : EXIT_FAILURE;
}

async function oneSafeLine(message: string): Promise<string> {
  const [{ RedactionPolicy }, { escapeControls }] = await Promise.all([
    import("../redaction/index.js"),
    import("../logging/index.js"),
  ]);
  const policy = RedactionPolicy.default();
  // Twice: as a terminal would show it, and as it reads with its control characters spelled out.
  return policy.redact(escapeControls(policy.redact(message.trim())));
}

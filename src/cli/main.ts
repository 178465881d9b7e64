import { NAME, VERSION } from "../base/index.js";

// Little is imported above: scripts ask for the version, often, and it needs nothing else.

/** Runs the command line and returns its exit code. Does not throw: what goes wrong is one line on stderr. */
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === "--version" || args[0] === "-V") {
    process.stdout.write(`${NAME} ${VERSION}\n`);
    return 0;
  }
  try {
    const { dispatch } = await import("./dispatch.js");
    return await dispatch(args);
  } catch (error) {
    return fail(error);
  }
}

/** Says on stderr what went wrong, in one redacted line, and returns the exit code for it. */
export async function fail(error: unknown): Promise<number> {
  const { reportError } = await import("./report-error.js");
  return reportError(error);
}

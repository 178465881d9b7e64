import { NAME, VERSION } from "../base/index.js";
import { EXIT_OK } from "./exit-codes.js";
import { reportError } from "./report-error.js";

/** Runs the command line and returns its exit code. Does not throw: what goes wrong is one line on stderr. */
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === "--version" || args[0] === "-V") {
    process.stdout.write(`${NAME} ${VERSION}\n`);
    return EXIT_OK;
  }
  try {
    // Not imported above: the version is asked for by scripts, often, and needs none of it.
    const { dispatch } = await import("./dispatch.js");
    return await dispatch(args);
  } catch (error) {
    return reportError(error);
  }
}

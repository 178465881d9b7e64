import { EXIT_OK } from "../exit-codes.js";
import { SHELLS } from "../shells.js";

/** Prints the registration script of a shell; it calls back the very file that runs now. */
export async function printCompletions(given: string): Promise<number> {
  const shell = SHELLS.find((one) => one === given);
  // Exit 1: the command line was understood, the shell is not known.
  if (shell === undefined) throw new Error(`unknown shell '${given}', expected one of: ${SHELLS.join(", ")}`);
  // Only here: the callback, which shares this folder, is waited for at every TAB.
  const { SCRIPTS } = await import("./scripts.js");
  process.stdout.write(SCRIPTS[shell](process.argv[1]));
  return EXIT_OK;
}

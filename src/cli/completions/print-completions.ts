import { EXIT_OK } from "../exit-codes.js";
import { SHELLS, type Shell } from "../shells.js";
import { bashScript } from "./scripts/bash.js";
import { elvishScript } from "./scripts/elvish.js";
import { fishScript } from "./scripts/fish.js";
import { powershellScript } from "./scripts/powershell.js";
import { zshScript } from "./scripts/zsh.js";

const SCRIPTS: Record<Shell, (binary: string) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  elvish: elvishScript,
  powershell: powershellScript,
};

/** Prints the registration script of a shell; it calls back the very file that runs now. */
export function printCompletions(given: string): number {
  const shell = SHELLS.find((one) => one === given);
  // Its words and its exit code are the contract's: a wrong shell is no misuse of the command line.
  if (shell === undefined) throw new Error(`unknown shell '${given}', expected one of: ${SHELLS.join(", ")}`);
  process.stdout.write(SCRIPTS[shell](process.argv[1]));
  return EXIT_OK;
}

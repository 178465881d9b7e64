import type { Shell } from "../shells.js";
import { bashScript } from "./scripts/bash.js";
import { elvishScript } from "./scripts/elvish.js";
import { fishScript } from "./scripts/fish.js";
import { powershellScript } from "./scripts/powershell.js";
import { zshScript } from "./scripts/zsh.js";

/** Makes each shell's registration script for the path of the binary that it calls back. */
export const SCRIPTS: Readonly<Record<Shell, (binary: string) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  elvish: elvishScript,
  powershell: powershellScript,
};

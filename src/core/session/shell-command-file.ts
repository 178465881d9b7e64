import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ShellName } from "./shell-start.js";

/** What is longer is not typed: line editors draw the whole line anew with each key, and take the square of its length for it. */
const MOST_TYPED_CHARS = 1_000;
/** bash and zsh take line ends away from the end of what they read from a file, and our functions this. */
const END: Readonly<Record<ShellName, string>> = { bash: ".", zsh: ".", fish: "" };

/** A command in a file that only its owner can read, for as long as the shell needs to read it. */
export interface CommandFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** Undefined if the command is short enough to be typed, or no file can be made. */
export async function commandFileFor(command: string, shell: ShellName): Promise<CommandFile | undefined> {
  if (command.length <= MOST_TYPED_CHARS) return undefined;
  let folder: string | undefined;
  const remove = async (): Promise<void> => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  };
  try {
    folder = await mkdtemp(join(tmpdir(), "ptywright-"));
    const path = join(folder, "command");
    await writeFile(path, command + END[shell], { mode: 0o600 });
    return { path, remove };
  } catch {
    await remove();
    return undefined;
  }
}

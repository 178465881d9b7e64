import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { tempDir } from "./temp-dir.js";

/** Writes files, given by their path in a folder of its own; returns the folder. */
export function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = tempDir(t);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

/** A manifest that grants everything; what drives `program`. */
export const manifestToml = (name: string, program = "cat"): string => `name = "${name}"
kind = "adapter"
version = "0.1.0"
runtime = "lua"
entrypoint = "main.lua"
permissions = ["session.spawn", "session.kill", "session.resize", "screen.read", "transcript.read", "input.write", "matcher.wait"]

[default_target]
program = "${program}"
`;

/** A plugin's folder with this code. */
export function pluginFolder(t: TestContext, lua: string, files: Readonly<Record<string, string>> = {}): string {
  return folderWith(t, { "manifest.toml": manifestToml("sample"), "main.lua": lua, ...files });
}

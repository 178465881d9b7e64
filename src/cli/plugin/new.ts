import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { escapeControls, shown } from "../../base/index.js";
import { BUILT_IN_PLUGINS } from "../../plugins/manifest/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { skeletonFiles } from "./skeleton.js";

const MAX_NAME_CHARS = 64;

/** Writes a plugin that works. Nothing that exists is overwritten, and then nothing is written. */
export function newPlugin(name: string, dir = name): number {
  checkName(name);
  const files = Object.entries(skeletonFiles(name)).map(([file, text]) => ({ path: join(dir, file), text }));
  const taken = files.find(({ path }) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  if (taken !== undefined)
    throw new Error(`${taken.path} exists already and is left as it is; choose another folder with --dir`);
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
    process.stdout.write(`wrote ${escapeControls(path)}\n`);
  }
  const folder = escapeControls(dir);
  const manifest = join(folder, "manifest.toml");
  process.stdout.write(
    [
      "",
      "Next:",
      `  ptywright plugin check ${manifest}`,
      `  ptywright plugin test ${folder}`,
      `  ptywright serve --stdio --plugin ${manifest}`,
      "",
    ].join("\n"),
  );
  return EXIT_OK;
}

function checkName(name: string): void {
  if (!/^[a-z][a-z0-9-]*$/.test(name) || name.length > MAX_NAME_CHARS)
    throw new Error(
      `a plugin's name has lower-case letters, digits and dashes and begins with a letter, got ${shown(name)}`,
    );
  if ((BUILT_IN_PLUGINS as readonly string[]).includes(name))
    throw new Error(`${name} is the name of a plugin that comes with ptywright; choose another`);
}

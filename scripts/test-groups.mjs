// Test files that share a process: a group is a generated module that imports them, named after the folders they are in; what a test
// fails with still names its own file.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const FILES_EACH = 14;

/** @param {string} file `dist/core/screen/resize.test.js` is of `core` */
const folderOf = (file) => file.split("/")[1];

/** What to hand to the test runner in place of these files. @param {import("./test-files.mjs").TestFile[]} files sorted @param {string} folder for the modules */
export function grouped(files, folder) {
  const shared = files.filter(({ isAlone }) => !isAlone).map(({ compiled }) => compiled);
  mkdirSync(folder, { recursive: true });
  const modules = [];
  for (let at = 0; at < shared.length; at += FILES_EACH) {
    const group = shared.slice(at, at + FILES_EACH);
    const name = [...new Set(group.map(folderOf))].join("+");
    const module = join(folder, `${modules.length + 1}-${name}.mjs`);
    const imports = ["scripts/whole-group.mjs", ...group].map((file) => relative(folder, file).replaceAll("\\", "/"));
    writeFileSync(module, imports.map((file) => `import ${JSON.stringify(file)};\n`).join(""));
    modules.push(group.length === 1 ? group[0] : module);
  }
  return [...files.filter(({ isAlone }) => isAlone).map(({ compiled }) => compiled), ...modules];
}

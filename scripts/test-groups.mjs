// Unit tests share processes: starting one costs as much as many of these files. A group is a generated module that imports its files, named
// after the folders they are in; what a test fails with still names its own file.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const FILES_EACH = 14;
/** What takes seconds, measures memory or its own time, or puts something else in the place of a global. */
const ALONE = [
  "dist/home/logging/format-record.test.js",
  "dist/plugins/runtime/failures.test.js",
  "dist/plugins/runtime/hostile-code.test.js",
  "dist/plugins/runtime/plugin-worker.test.js",
  "dist/plugins/runtime/wasm/wasm-engine.test.js",
  "dist/text/redaction/idempotence.test.js",
  "dist/text/redaction/ordinary-text.test.js",
  "dist/text/redaction/stream-redactor.test.js",
  "dist/text/regex/rust-oracle-random.test.js",
  "dist/core/screen/hostile-input.test.js",
  "dist/core/session/large-screen.test.js",
  "dist/core/session/pending-wait.test.js",
];

/** @param {string} file `dist/core/screen/resize.test.js` is of `screen` */
const folderOf = (file) => file.split("/")[1];

/** What to hand to the test runner in place of these files. @param {string[]} files sorted @param {string} folder for the modules */
export function grouped(files, folder) {
  const isAlone = (/** @type {string} */ file) => !file.startsWith("dist/") || ALONE.includes(file);
  const shared = files.filter((file) => !isAlone(file));
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
  return [...files.filter(isAlone), ...modules];
}

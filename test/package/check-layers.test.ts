import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tempDir } from "../support/temp-dir.js";

const SCRIPT = fileURLToPath(new URL("../../../scripts/check-layers.mjs", import.meta.url));
const LAYERS = {
  low: { level: 0, imports: [], packages: [] },
  high: { level: 1, imports: ["low"], packages: ["granted"] },
};

/** Runs the checker over a small tree of `src/` files. */
function check(
  t: TestContext,
  files: Record<string, string>,
  layers: object = LAYERS,
): { status: number | null; text: string } {
  const root = tempDir(t);
  writeFileSync(join(root, "layers.json"), JSON.stringify({ layers }));
  writeFileSync(join(root, "ARCHITECTURE.md"), "<!-- layers --><!-- /layers -->");
  const all = { "low/index.ts": 'export * from "./thing.js";', "low/thing.ts": "export const thing = 1;", ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, "src", name)), { recursive: true });
    writeFileSync(join(root, "src", name), text);
  }
  const table = spawnSync(process.execPath, [SCRIPT, "--table", root], { encoding: "utf8" }).stdout;
  writeFileSync(join(root, "ARCHITECTURE.md"), `<!-- layers -->\n${table}<!-- /layers -->`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: "utf8" });
  return { status, text: stdout + stderr };
}

test("passes a tree whose imports go down, through doors, with granted packages", (t) => {
  const high = 'import { thing } from "../low/index.js"; import "granted"; import "node:fs"; export { thing };';
  const { status, text } = check(t, { "high/index.ts": high });
  assert.equal(status, 0, text);
});

const violations: [title: string, files: Record<string, string>, sentence: RegExp][] = [
  [
    "an import against the arrows, of a type too",
    {
      "high/index.ts": "export type T = 1;",
      "low/thing.ts": 'import type { T } from "../high/index.js"; export type U = T;',
    },
    /src\/low\/thing\.ts imports from high\/, but low\/ may import only nothing\. Move the code/,
  ],
  [
    "an import past a folder's door",
    { "high/index.ts": 'export { thing } from "../low/thing.js";' },
    /Import from low\/index\.ts; export the name there/,
  ],
  [
    "a package that is not granted",
    { "low/thing.ts": 'import "left-pad"; export const thing = 1;' },
    /imports the package "left-pad", which is not granted to low\//,
  ],
  [
    "a package through a dynamic import",
    { "low/thing.ts": 'export const thing = () => import("left-pad");' },
    /imports the package "left-pad"/,
  ],
  [
    "a circle inside a folder",
    { "low/thing.ts": 'import "./other.js"; export const thing = 1;', "low/other.ts": 'import "./thing.js";' },
    /circle of imports: low\/\w+\.ts -> low\/\w+\.ts -> low\/\w+\.ts\. Move what both need/,
  ],
  [
    "a folder that is in no layer",
    { "stray/index.ts": "export {};" },
    /src\/stray\/index\.ts is in no layer\. Put it into/,
  ],
];

for (const [title, files, sentence] of violations)
  test(`refuses ${title} with a sentence that tells what to do`, (t) => {
    const { status, text } = check(t, files);
    assert.equal(status, 1);
    assert.match(text, sentence);
  });

test("refuses a table in which two layers of one level import each other", (t) => {
  const layers = { low: { level: 0, imports: [], packages: [] }, high: { level: 0, imports: ["low"], packages: [] } };
  const { status, text } = check(t, { "high/index.ts": 'export { thing } from "../low/index.js";' }, layers);
  assert.equal(status, 1);
  assert.match(text, /imports go to lower levels only/);
});

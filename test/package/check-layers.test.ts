import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tempDir } from "../support/temp-dir.js";

const SCRIPT = fileURLToPath(new URL("../../../scripts/check-layers.mjs", import.meta.url));
const CHECKS = new URL("../../../scripts/layers.mjs", import.meta.url).href;
const { checkLayers, layersTable } = (await import(CHECKS)) as {
  checkLayers: (root: string) => { problems: string[] };
  layersTable: (root: string) => string;
};
const LAYERS = {
  low: { level: 0, imports: [], packages: [] },
  high: { level: 1, imports: ["low"], packages: ["granted"] },
};

/** A small tree of `src/` files. */
function tree(t: TestContext, files: Record<string, string>, layers: object = LAYERS): string {
  const root = tempDir(t);
  writeFileSync(join(root, "layers.json"), JSON.stringify({ layers }));
  const all = { "low/index.ts": 'export * from "./thing.js";', "low/thing.ts": "export const thing = 1;", ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, "src", name)), { recursive: true });
    writeFileSync(join(root, "src", name), text);
  }
  writeFileSync(join(root, "ARCHITECTURE.md"), `<!-- layers -->\n${layersTable(root)}\n<!-- /layers -->`);
  return root;
}

/** The checker as it is called. */
function run(...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: "utf8" });
  return { status, text: stdout + stderr };
}

const DOWNWARDS = {
  "high/index.ts": 'import { thing } from "../low/index.js"; import "granted"; import "node:fs"; export { thing };',
};

test("passes a tree whose imports go down, through doors, with granted packages", (t) => {
  const root = tree(t, DOWNWARDS);
  assert.deepEqual(run(root), { status: 0, text: "layers: 3 files keep to layers.json\n" });
  assert.deepEqual(run("--table", root), { status: 0, text: `${layersTable(root)}\n` });
  assert.match(layersTable(root), /\n\| low +\|.*\n\| high \| low \| granted \|$/);
});

test("refuses a document with another table, with exit code 1", (t) => {
  const root = tree(t, DOWNWARDS);
  writeFileSync(join(root, "ARCHITECTURE.md"), "<!-- layers --><!-- /layers -->");
  const { status, text } = run(root);
  assert.equal(status, 1);
  assert.match(
    text,
    /^ARCHITECTURE\.md shows other layers than layers\.json\. Put .*\n\n1 problem\(s\) with the layers\.\n$/,
  );
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
    assert.match(checkLayers(tree(t, files)).problems.join("\n"), sentence);
  });

test("refuses a table in which two layers of one level import each other", (t) => {
  const layers = { low: { level: 0, imports: [], packages: [] }, high: { level: 0, imports: ["low"], packages: [] } };
  const root = tree(t, { "high/index.ts": 'export { thing } from "../low/index.js";' }, layers);
  assert.match(checkLayers(root).problems.join("\n"), /imports go to lower levels only/);
});

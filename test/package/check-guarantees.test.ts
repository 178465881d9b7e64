import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tempDir } from "../support/temp-dir.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SCRIPT = join(ROOT, "scripts", "check-guarantees.mjs");

const CHECKS = new URL("../../../scripts/guarantee-problems.mjs", import.meta.url).href;
const { checkGuarantees } = (await import(CHECKS)) as {
  checkGuarantees: (root: string) => { problems: string[]; summary: string };
};

const { guaranteesPage } = (await import(new URL("../../../scripts/guarantees-page.mjs", import.meta.url).href)) as {
  guaranteesPage: (catalogue: object, proofs: object[]) => string;
};
const { titledProofs } = (await import(new URL("../../../scripts/guarantee-titles.mjs", import.meta.url).href)) as {
  titledProofs: (root: string) => object[];
};

const ROWS = [
  { id: "B1", text: "One.", aim: "All.", proof: ["test"] },
  { id: "B2", text: "Two.", aim: "All.", proof: [], reason: "It cannot be." },
  { id: "B3", text: "Three.", aim: "All.", proof: ["test", "soak"], open: "The soak is missing." },
];
const PAGE = "docs/guarantees.md";
const FILES = {
  "src/a.test.ts": 'test("B1: it holds", () => undefined);',
};

/** A small tree, with the page that belongs to it unless it brings one. */
function tree(t: TestContext, files: Record<string, string>, rows: readonly object[] = ROWS): string {
  const root = tempDir(t);
  const catalogue = { promises: [{ name: "All", text: "All.", rows: ["B1"] }], groups: [{ name: "Group", rows }] };
  const all = { ...FILES, "guarantees/catalogue.json": JSON.stringify(catalogue), ...files };
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const [name, text] of Object.entries(all)) write(name, text);
  if (!Object.hasOwn(files, PAGE)) write(PAGE, guaranteesPage(catalogue, titledProofs(root)));
  return root;
}

/** The checker as it is called. */
function run(root: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: "utf8" });
  return `${status}: ${stdout}${stderr}`;
}

test("passes a tree whose rows are proven, open or have a reason", (t) => {
  assert.match(run(tree(t, {})), /^0: guarantees: 3 rows, 1 proven whole, 0 in part, 1 not yet, 1 with a reason\n$/);
});

test("tells every problem once, how many there are, and exit code 1", (t) => {
  assert.match(
    run(tree(t, { "docs/guarantees.md": "" })),
    /^1: docs\/guarantees\.md has other rows or titles than [^\n]*\n\n1 problem\(s\) with the guarantees\.\n$/,
  );
});

test("finds ids in titles of every form", (t) => {
  const root = tree(t, {
    "test/b.test.ts": "describe(`B3, B1: ${1} and ${2}`, () => undefined);",
    "soak/c.mjs": 'export const soak = { guarantee: "B3: it holds" };',
  });
  const { problems, summary } = checkGuarantees(root);
  assert.deepEqual(problems, []);
  assert.match(summary, /^guarantees: 3 rows, 1 proven whole, 1 in part/);
});

const violations: [title: string, files: Record<string, string>, rows: readonly object[], sentence: RegExp][] = [
  [
    "a title with an id that is no row",
    { "test/b.test.ts": 'test("B1, B9: it holds", () => undefined);' },
    ROWS,
    /test\/b\.test\.ts: "it holds" carries B9, which is no row/,
  ],
  [
    "a row that nothing proves",
    { "src/a.test.ts": 'test("it holds", () => undefined);' },
    ROWS,
    /B1 is to be proven by a test, but none has a title that begins with "B1: "/,
  ],
  ["a row that lacks one of its kinds", {}, [{ ...ROWS[0], proof: ["test", "soak"] }, ROWS[1], ROWS[2]], /by a soak/],
  ["a row without proof and reason", {}, [ROWS[0], { ...ROWS[1], reason: undefined }, ROWS[2]], /B2 says neither/],
  ["a row with proof and reason", {}, [{ ...ROWS[0], reason: "x" }, ROWS[1], ROWS[2]], /B1 has a reason/],
  [
    "a kind of proof that the row does not name",
    { "soak/c.mjs": 'export const soak = { guarantee: "B1: it holds" };' },
    ROWS,
    /soak\/c\.mjs proves B1 by a soak, which its row does not name/,
  ],
  ["a page with other rows", { [PAGE]: "### B1\n\n### B3\n" }, ROWS, /has other rows.*npm run guarantees/],
  ["a promise with a row that there is not", {}, [ROWS[1], ROWS[2]], /the promise "All" names B1, which is no row/],
];
for (const [title, files, rows, sentence] of violations)
  test(`refuses ${title}`, (t) => {
    assert.match(checkGuarantees(tree(t, files, rows)).problems.join("\n"), sentence);
  });

test("the promises that the README prints are those of the catalogue, each with a link to its rows", () => {
  const { promises } = JSON.parse(readFileSync(join(ROOT, "guarantees", "catalogue.json"), "utf8")) as {
    promises: { name: string }[];
  };
  const printed = [
    ...readFileSync(join(ROOT, "README.md"), "utf8").matchAll(/\*\*\[([^\]]+)\]\(docs\/guarantees\.md#/g),
  ];
  assert.deepEqual(
    printed.map(([, name]) => name),
    promises.map(({ name }) => name),
  );
  assert.equal(promises.length, 8);
});

import assert from "node:assert/strict";
import { test } from "node:test";

interface FileResult {
  readonly date: string;
  readonly tests: number;
  readonly failed: number;
  readonly isFull: boolean;
}

const { pageWithResults } = (await import(new URL("../../../scripts/claude-results.mjs", import.meta.url).href)) as {
  pageWithResults: (page: string, results: object, all: readonly string[]) => string;
};

const FILES = ["a.test.mjs", "b.test.mjs"];
const RAN: FileResult = { date: "2026-01-02", tests: 3, failed: 0, isFull: false };
const pageOf = (...lines: string[]): string =>
  `# Page\n\n<!-- tested -->\n\n${lines.join("\n")}\n\n<!-- /tested -->\n\nMore.\n`;
const WHOLE = "- 1.2.3: held, all 2 files with 5 tests, 2026-01-01; here";

/** The page after these files have run with version 1.2.3. */
const after = (page: string, files: Readonly<Record<string, FileResult>>): string =>
  pageWithResults(page, { "1.2.3": { machine: "here", files } }, FILES);

test("the page says what a whole run gave, and when its files were run", () => {
  const files = { "a.test.mjs": RAN, "b.test.mjs": { ...RAN, date: "2026-01-04" } };
  const line = "- 1.2.3: held, all 2 files with 6 tests, 2026-01-02 to 2026-01-04; here";
  assert.equal(after(pageOf(""), files), pageOf(line));
  assert.equal(after(pageOf(WHOLE), files), pageOf(line));
});

test("a run of some files is told as one, and takes the place of no whole one unless it broke", () => {
  const some = { "a.test.mjs": RAN };
  assert.equal(after(pageOf(""), some), pageOf("- 1.2.3: held, 1 of 2 files with 3 tests, 2026-01-02; here"));
  assert.equal(after(pageOf(WHOLE), some), pageOf(WHOLE));
  const broken = "- 1.2.3: **broken** in a.test.mjs, 1 of 2 files with 3 tests, 2026-01-02; here";
  assert.equal(after(pageOf(WHOLE), { "a.test.mjs": { ...RAN, failed: 1 } }), pageOf(broken));
});

test("other versions stay as they were, the newest first; a file that is gone is forgotten; full size is told", () => {
  const other = "- 1.10.0: held, all 2 files with 5 tests, 2026-01-01; there";
  const files = { "a.test.mjs": { ...RAN, isFull: true }, "gone.test.mjs": { ...RAN, failed: 1 } };
  const line = "- 1.2.3: held, 1 of 2 files with 3 tests, at full size, 2026-01-02; here";
  assert.equal(after(pageOf(other), files), pageOf(other, line));
});

test("where nothing has run, the page stays as it is", () => {
  assert.equal(pageWithResults(pageOf(WHOLE), {}, FILES), pageOf(WHOLE));
  assert.equal(after(pageOf(WHOLE), { "gone.test.mjs": RAN }), pageOf(WHOLE));
});

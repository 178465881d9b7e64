import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CellStyle } from "../../protocol/index.js";
import type { ConformanceCase } from "./conformance-cases/conformance-case.test.cases.js";
import { CURSOR_MOVEMENT } from "./conformance-cases/cursor-movement.test.cases.js";
import { EDITING } from "./conformance-cases/editing.test.cases.js";
import { MALFORMED } from "./conformance-cases/malformed.test.cases.js";
import { MARGINS } from "./conformance-cases/margins.test.cases.js";
import { MODES_AND_CHARSETS } from "./conformance-cases/modes-and-charsets.test.cases.js";
import { RECTANGLES } from "./conformance-cases/rectangles.test.cases.js";
import { RENDITION } from "./conformance-cases/rendition.test.cases.js";
import { TerminalDriver, visibleRows } from "./terminal-driver.test.support.js";

function check(expected: ConformanceCase): void {
  const [rows, cols] = expected.size ?? [4, 8];
  const driver = new TerminalDriver(rows, cols).feed(expected.input);
  const snapshot = driver.snapshot();
  if (expected.rows !== undefined) assert.deepEqual(visibleRows(snapshot), expected.rows);
  if (expected.text !== undefined) assert.equal(snapshot.plainText, expected.text);
  if (expected.cursor !== undefined) assert.deepEqual(driver.cursor, expected.cursor);
  if (expected.cursorVisible !== undefined) assert.equal(snapshot.cursor.visible, expected.cursorVisible);
  if (expected.windowTitle !== undefined) assert.equal(snapshot.title, expected.windowTitle);
  if (expected.alternateScreen !== undefined) assert.equal(snapshot.alternateScreen, expected.alternateScreen);
  if (expected.replies !== undefined) assert.deepEqual(driver.replies, expected.replies);
  for (const [place, style] of Object.entries(expected.styles ?? {})) {
    const [row, col] = place.split(",").map(Number);
    const actual = snapshot.cells[row * cols + col].style;
    for (const [name, value] of Object.entries(style))
      assert.equal(actual[name as keyof CellStyle], value, `${name} of the cell at ${place}`);
  }
}

const GROUPS: readonly (readonly [string, readonly ConformanceCase[]])[] = [
  ["cursor movement", CURSOR_MOVEMENT],
  ["editing", EDITING],
  ["modes and charsets", MODES_AND_CHARSETS],
  ["margins and wraps", MARGINS],
  ["rectangles, guards and levels", RECTANGLES],
  ["rendition", RENDITION],
];

for (const [name, cases] of GROUPS) {
  describe(`T1: our own cases of ${name}`, () => {
    for (const expected of cases) test(expected.title, () => check(expected));
  });
}

describe("T4: malformed input leaves the text behind it whole", () => {
  for (const expected of MALFORMED) test(expected.title, () => check(expected));
});

test("T1, T4: there are as many cases as promised", () => {
  assert.ok(GROUPS.reduce((sum, [, cases]) => sum + cases.length, 0) >= 80);
  assert.ok(MALFORMED.length >= 12);
});

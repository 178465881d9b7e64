import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import type { ScreenCell, StyledRun } from "../../protocol/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { randomSteps } from "./random-input.test.support.js";
import type { ScreenSnapshot } from "./index.js";
import { changesSince, redactSnapshot } from "./index.js";
import { PLAIN, differences } from "./style.js";
import { TerminalDriver } from "./terminal-driver.test.support.js";

const PROGRAMS = 150;

const rowsOf = ({ cells, size }: ScreenSnapshot): ScreenCell[][] =>
  Array.from({ length: size.rows }, (_, row) => cells.slice(row * size.cols, (row + 1) * size.cols));

const shown = ({ text, wideContinuation }: ScreenCell): string => (wideContinuation ? "" : text || " ");

const withoutBlanks = (text: string): string => text.replace(/ +$/, "");

/** What the cells come down to, said another way. */
function runsOf(cells: readonly ScreenCell[]): StyledRun[] {
  let last = cells.length;
  while (last > 0 && cells[last - 1].style === PLAIN && shown(cells[last - 1]).trim() === "") last--;
  const runs: [string, StyledRun[1]][] = [];
  cells.slice(0, last).forEach((cell, at) => {
    const before = runs.at(-1);
    if (before === undefined || cell.style !== cells[at - 1].style) runs.push([shown(cell), differences(cell.style)]);
    else before[0] += shown(cell);
  });
  return runs.filter(([text]) => text !== "");
}

test("lines and runs say what the cells say, covered or not, and changes lead from each look to each later one", () => {
  const { seed } = SeededRandom.ofRun();
  const policy = new RedactionPolicy({ extraLiterals: ["plain", "words", "漢字"] });
  for (let at = 0; at < PROGRAMS; at++) {
    const driver = new TerminalDriver(24, 80);
    const looks: ScreenSnapshot[] = [driver.snapshot()];
    const known = looks.map(({ lines }) => [...lines]);
    for (const step of randomSteps(new SeededRandom(seed + at))) {
      if ("write" in step) driver.feed(Buffer.from(step.write, "base64"));
      else driver.resize(...step.resize);
      const snapshot = driver.snapshot();
      for (const seen of [snapshot, redactSnapshot(snapshot, policy)]) {
        const rows = rowsOf(seen);
        assert.deepEqual(
          seen.lines,
          rows.map((row) => withoutBlanks(row.map(shown).join(""))),
          `seed ${seed + at}`,
        );
        assert.deepEqual(seen.runs, rows.map(runsOf), `seed ${seed + at}`);
      }
      for (const [index, { sequence, size }] of looks.entries()) {
        const { changedRows, allRows } = changesSince(snapshot, sequence, true);
        assert.ok(allRows || size.rows === snapshot.size.rows, `seed ${seed + at}`);
        const text = allRows ? [] : known[index];
        for (const { row, text: now, runs } of changedRows) {
          text[row] = now;
          assert.deepEqual(runs, snapshot.runs[row]);
        }
        assert.deepEqual(text, snapshot.lines, `seed ${seed + at}`);
        known[index] = text;
      }
      if (looks.length < 4) {
        looks.push(snapshot);
        known.push([...snapshot.lines]);
      }
    }
  }
});

test("a row that is painted again as it was has not changed", () => {
  const driver = new TerminalDriver(3, 20).feed("one\r\n\x1b[1mtwo\x1b[0m\r\nthree");
  const { sequence } = driver.snapshot();
  driver.feed("\x1b[H\x1b[2Kone\x1b[2H\x1b[2K\x1b[1mtwo");
  assert.deepEqual(changesSince(driver.snapshot(), sequence, false).changedRows, []);
  driver.feed("\x1b[2H\x1b[2K\x1b[3mtwo");
  const { changedRows, cursor } = changesSince(driver.snapshot(), sequence, false);
  assert.deepEqual(changedRows, [{ row: 1, text: "two" }]);
  assert.deepEqual(cursor, { row: 1, col: 3, visible: true });
});

test("who looked when nothing was there is told of every row that shows something", () => {
  const driver = new TerminalDriver(3, 20).feed("\r\ntwo");
  assert.deepEqual(changesSince(driver.snapshot(), 0, false).changedRows, [{ row: 1, text: "two" }]);
});

test("rows that a program fills with printed blanks have none at their end", () => {
  const { lines, plainText } = new TerminalDriver(3, 10).feed(`a${" ".repeat(9)}\r\n  \r\n b `).snapshot();
  assert.deepEqual(lines, ["a", "", " b"]);
  assert.equal(plainText, `a${" ".repeat(9)}\n  \n b `);
});

test("a covered secret keeps its width in lines and runs, over rows too", () => {
  const { lines, runs, plainText } = redactSnapshot(
    new TerminalDriver(3, 20).feed("token=abcdefghijklmnopqrstuvwxyz now").snapshot(),
  );
  assert.equal(plainText, "token=[REDACTED] now");
  assert.deepEqual(lines, ["token=[REDACTED]", "             now", ""]);
  assert.deepEqual(runs, [[["token=[REDACTED]", {}]], [["             now", {}]], []]);
});

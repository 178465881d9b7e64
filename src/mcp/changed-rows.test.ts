import assert from "node:assert/strict";
import { test } from "node:test";
import { changedRows } from "./changed-rows.js";

const screen = (...lines: string[]) => ({ lines, cols: 80, isAlternate: false });
const LONG = Array.from({ length: 10 }, (_, at) => `this is what row ${at} says for a long time`);

test("the first time, and on another screen or size, all rows are told", () => {
  const now = screen("one", "", "two", "", "");
  assert.deepEqual(changedRows(now, undefined), { isWhole: true, text: "one\n\ntwo" });
  for (const before of [
    { ...now, cols: 79 },
    { ...now, isAlternate: true },
    { ...now, lines: now.lines.slice(1) },
  ])
    assert.equal(changedRows(now, before).isWhole, true);
});

test("nothing is told of a screen that is as it was, also of an empty one", () => {
  assert.deepEqual(changedRows(screen(...LONG), screen(...LONG)), { isWhole: false, text: "" });
  assert.deepEqual(changedRows(screen("", ""), screen("", "")), { isWhole: false, text: "" });
});

test("rows that changed are told with their numbers, empty ones in a row as one", () => {
  const now = screen(...LONG.with(2, "new").with(5, "").with(6, "").with(8, ""));
  assert.deepEqual(changedRows(now, screen(...LONG)), { isWhole: false, text: "2|new\n5-6|\n8|" });
});

test("rows that moved up together are not told again", () => {
  const now = screen(...LONG.slice(3), "a", "b", "c");
  assert.deepEqual(changedRows(now, screen(...LONG)), {
    isWhole: false,
    text: "(rows moved up by 3)\n7|a\n8|b\n9|c",
  });
});

test("a screen that was cleared is told as such, and one that is all new as a whole", () => {
  assert.deepEqual(changedRows(screen(...LONG.map(() => "")), screen(...LONG)), { isWhole: false, text: "0-9|" });
  const others = LONG.map((line) => line.toUpperCase());
  assert.deepEqual(changedRows(screen(...others), screen(...LONG)), { isWhole: true, text: others.join("\n") });
});

test("what is told is enough to know the screen, whatever happened to it", () => {
  const words = ["", "", "a", "some words", "a line that is rather longer than others", "~"];
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  let before = screen(...LONG);
  for (let round = 0; round < 500; round++) {
    const moved = random(3) === 0 ? random(10) : 0;
    const lines = Array.from({ length: 10 }, (_, at) =>
      random(4) === 0 ? words[random(words.length)] : (before.lines[at + moved] ?? ""),
    );
    const now = screen(...lines);
    const { isWhole, text } = changedRows(now, before);
    assert.deepEqual(known(isWhole, text, before.lines), lines, JSON.stringify({ text, before: before.lines, lines }));
    before = now;
  }
});

/** The screen that somebody knows who knew the one before. */
function known(isWhole: boolean, text: string, before: readonly string[]): string[] {
  const told = text === "" ? [] : text.split("\n");
  if (isWhole) return Array.from({ length: 10 }, (_, at) => told[at] ?? "");
  const moved = Number(/^\(rows moved up by (\d+)\)$/.exec(told[0] ?? "")?.[1] ?? 0);
  const rows = Array.from({ length: 10 }, (_, at) => before[at + moved] ?? "told?");
  for (const line of told.slice(moved > 0 ? 1 : 0)) {
    const [, first, last, says] = /^(\d+)(?:-(\d+))?\|(.*)$/.exec(line) ?? [];
    for (let row = Number(first); row <= Number(last ?? first); row++) rows[row] = says;
  }
  return rows;
}

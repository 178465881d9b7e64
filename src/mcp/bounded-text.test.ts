import assert from "node:assert/strict";
import { test } from "node:test";
import { HeadAndTail, firstLines } from "./bounded-text.js";

function kept(...pieces: string[]): HeadAndTail {
  const output = new HeadAndTail(2_000);
  for (const piece of pieces) output.push(piece);
  return output;
}

test("a short output is kept as it is, in whatever pieces it comes", () => {
  assert.equal(kept("one\ntwo\n").text, "one\ntwo");
  assert.equal(kept("o", "ne\r", "\ntw", "o").text, "one\ntwo");
  assert.equal(kept().text, "");
});

test("a carriage return begins a line anew, as on a terminal", () => {
  assert.equal(kept("10%\r50%\r100%\ndone\n").text, "100%\ndone");
  assert.equal(kept("10%\r", "50%\r", "100%").text, "100%");
});

test("control characters are left out", () => {
  assert.equal(kept("a\x07b\x1bc\td\u009be\n").text, "abc\tde");
});

test("of a long output the beginning and the end are kept, and how much is missing", () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at}`);
  const output = kept(...lines.map((line) => `${line}\n`));
  assert.ok(output.text.length < 2_100, String(output.text.length));
  const told = output.text.split("\n");
  assert.equal(told[0], "line 0");
  assert.equal(told.at(-1), "line 1999");
  assert.ok(told.includes(`[${output.droppedLines} lines left out]`));
  assert.equal(told.length - 1 + output.droppedLines, 2_000);
});

test("a line without an end is bounded too", () => {
  const output = new HeadAndTail(2_000);
  for (let piece = 0; piece < 1_000; piece++) output.push("x".repeat(1_000));
  assert.ok(output.text.length < 4_000, String(output.text.length));
});

test("of a line that is too long something is told, wherever it stands, and without control characters", () => {
  const long = `${"y".repeat(2_490)}END`;
  for (const pieces of [[`${long}\n`], [long], ["first\n", `${long}\n`, "last\n"], [...`\x07${long}`]]) {
    const output = kept(...pieces);
    const told = output.text;
    assert.equal(output.isCut, true);
    assert.match(told, /y{500}END/, told.slice(0, 200));
    assert.match(told, /\[\d+ (characters|lines) left out\]/);
    assert.doesNotMatch(told, /\x07/);
    assert.ok(told.length < 2_200, String(told.length));
  }
  assert.match(kept("first\n", `${long}\n`, "last\n").text, /^first\n[^]*\nlast$/);
});

test("the first lines that fit are told, and how many do not", () => {
  assert.deepEqual(firstLines("a\nb", 3), { text: "a\nb", leftOut: 0 });
  assert.deepEqual(firstLines("aa\nbb\ncc\ndd", 6), { text: "aa\nbb", leftOut: 2 });
  assert.deepEqual(firstLines("abcdef", 3), { text: "abc", leftOut: 1 });
});

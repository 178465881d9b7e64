import assert from "node:assert/strict";
import { test } from "node:test";
import { AnswerText, printable } from "./answer-text.js";

for (const [told, whole, rest] of [
  ["", "all of it", "all of it"],
  ["one tw", "one two", "o"],
  ["one two", "one two", ""],
  ["one two\n", "one two", ""],
  ["one • two\nthree", "one - **two** three", ""],
  ["one • two\nthree", "one - **two** three\n\nfour", "\nfour"],
  ["│ a │ 1 │", "| a | 1 |\n", ""],
  ["│ a │ 1 │", "| b | 1 |", "\n| b | 1 |"],
  ["one\ntwo as first wrapped", "one\ntwo as\nwrapped later", "\ntwo as\nwrapped later"],
] as const)
  test(`after ${JSON.stringify(told)}, ${JSON.stringify(rest)} is left of ${JSON.stringify(whole)}`, () => {
    const answer = new AnswerText();
    answer.add(told);
    assert.equal(answer.rest(whole), rest);
  });

test("what could do something to a terminal is not printed", () => {
  assert.equal(printable("a\x1b[2Jb\x9bc\x07\r\nd\te\rf\u0000"), "a[2Jbc\nd\te\nf");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasControls, stripControls } from "./escapes.js";
import { RedactionPolicy } from "./index.js";

const policy = RedactionPolicy.default();
const R = "[REDACTED]";

test("control sequences of every kind are told from text", () => {
  const cases: [raw: string, visible: string][] = [
    ["a\x1b[31mb\x1b[0mc", "abc"],
    ["a\x1b[?25l\x1b[2 q\x1b[>0;276;0cb", "ab"],
    ["a\x1b]0;title\x07b\x1b]8;;http://x\x1b\\c", "abc"],
    ["a\x1bPq#0;1\x1b\\b\x1b_x\x1b\\c\x1b^x\x1b\\d\x1bXx\x1b\\e", "abcde"],
    ["a\x1b(B\x1b7\x1b=b\x1b#8c", "abc"],
    ["a\x9b31mb\x9d0;t\x9cc\x90x\x9cd", "abcd"],
    ["a\0b\x07c\bd\x7fe", "abcde"],
    ["a\tb\r\nc", "a\tb\r\nc"],
    ["a\x1b[12éb", "aéb"],
    ["a\x1b]0;cut\r\nb", "a\r\nb"],
    ["a\x1b\x1b[0mb", "ab"],
  ];
  for (const [raw, visible] of cases) assert.equal(stripControls(raw).visible, visible, JSON.stringify(raw));
  assert.ok(!hasControls("plain\ttext\r\n") && hasControls("\x1b"));
});

test("an unfinished sequence at the end is reported", () => {
  for (const tail of ["\x1b", "\x1b[", "\x1b[3", "\x1b]0;ti", "\x1b]0;ti\x1b", "\x1b(", "\x9b1"]) {
    assert.equal(stripControls(`ab${tail}`).unfinished, 2, JSON.stringify(tail));
  }
  assert.equal(stripControls("ab\x1b[0m").unfinished, 6);
});

test("sequences inside a secret are kept behind the replacement", () => {
  assert.equal(policy.redact("token=\x1b[31mab\x1b[1mcd\x1b[0mef\x1b[K x"), `token=\x1b[31m${R}\x1b[1m\x1b[0m\x1b[K x`);
  assert.deepEqual(policy.spans("token=\x1b[31mab\x1b[1mcd\x1b[0m x"), [{ start: 11, end: 19 }]);
});

test("a word that only an escape sequence separates from a secret does not hide it", () => {
  assert.equal(policy.redact("with\x1b[1Csk-abcdefghijklmnopq"), `with\x1b[1C${R}`);
  assert.equal(policy.redact("with\x1b[1Csk-abcd\x1b[0mefghijklmnopq"), `with\x1b[1C${R}\x1b[0m`);
});

test("titles and links are looked through, also inside a secret", () => {
  assert.equal(policy.redact("\x1b]2;x token=abc\x07y"), `\x1b]2;x token=${R}\x07y`);
  assert.equal(
    policy.redact("\x1b]8;;https://u:pw@h/\x1b\\link\x1b]8;;\x1b\\"),
    `\x1b]8;;https://u:${R}@h/\x1b\\link\x1b]8;;\x1b\\`,
  );
  assert.equal(policy.redact("token=ab\x1b]2;token=cd\x07ef"), `token=${R}\x1b]2;token=${R}\x07`);
});

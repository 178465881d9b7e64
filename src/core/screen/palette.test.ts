import assert from "node:assert/strict";
import { test } from "node:test";
import { TerminalDriver } from "./terminal-driver.test.support.js";

const answersTo = (input: string): string[] => new TerminalDriver(2, 8).feed(input).replies;
const paletteAfter = (input: string): unknown => new TerminalDriver(2, 8).feed(input).snapshot().palette;

test("T8: a colour is told as it was set, in our own digits", () => {
  const forms = [
    ["#fff", "f0f0/f0f0/f0f0"],
    ["#1289ab", "1212/8989/abab"],
    ["#123456789", "1212/4545/7878"],
    ["#123456789abc", "1212/5656/9a9a"],
    ["rgb:f/8/0", "ffff/8888/0000"],
    ["rgb:12/89/ab", "1212/8989/abab"],
    ["rgb:123/456/789", "1212/4545/7878"],
    ["RGB:1234/5678/9ABC", "1212/5656/9a9a"],
    ["Orange", "ffff/a5a5/0000"],
  ];
  for (const [given, told] of forms)
    assert.deepEqual(answersTo(`\x1b]4;7;${given}\x07\x1b]4;7;?\x07`), [`\x1b]4;7;rgb:${told}\x07`], given);
});

test("what is no colour changes none", () => {
  for (const given of ["#12", "#12345", "rgb:1/2", "rgb:12345/0/0", "rgbi:1/1/1", "nothing", "", "#ggg"])
    assert.deepEqual(answersTo(`\x1b]4;2;${given}\x07\x1b]4;2;?\x07`), ["\x1b]4;2;rgb:0000/cdcd/0000\x07"], given);
});

test("several colours are set and asked for at once", () => {
  assert.deepEqual(answersTo("\x1b]4;1;#111111;2;#222222\x07\x1b]4;1;?;2;?\x1b\\"), [
    "\x1b]4;1;rgb:1111/1111/1111\x1b\\",
    "\x1b]4;2;rgb:2222/2222/2222\x1b\\",
  ]);
  assert.deepEqual(answersTo("\x1b]10;#111111;#222222;#333333\x07\x1b]10;?;?;?\x07"), [
    "\x1b]10;rgb:1111/1111/1111\x07",
    "\x1b]11;rgb:2222/2222/2222\x07",
    "\x1b]12;rgb:3333/3333/3333\x07",
  ]);
  assert.deepEqual(answersTo("\x1b]19;?;?;?\x07"), ["\x1b]19;rgb:d0d0/d0d0/d0d0\x07"], "there is none behind 19");
});

test("the cube and the greys are those of xterm", () => {
  assert.deepEqual(answersTo("\x1b]4;16;?;68;?;231;?;232;?;255;?\x07"), [
    "\x1b]4;16;rgb:0000/0000/0000\x07",
    "\x1b]4;68;rgb:5f5f/8787/d7d7\x07",
    "\x1b]4;231;rgb:ffff/ffff/ffff\x07",
    "\x1b]4;232;rgb:0808/0808/0808\x07",
    "\x1b]4;255;rgb:eeee/eeee/eeee\x07",
  ]);
});

test("special colours follow the 256 others, and have an OSC of their own", () => {
  assert.deepEqual(answersTo("\x1b]4;257;#111111\x07\x1b]5;1;?\x07\x1b]4;257;?\x07"), [
    "\x1b]5;1;rgb:1111/1111/1111\x07",
    "\x1b]4;257;rgb:1111/1111/1111\x07",
  ]);
  assert.deepEqual(answersTo("\x1b]4;261;#111111\x07\x1b]4;261;?;999;?;x;?\x07\x1b]5;5;?\x07"), []);
});

test("colours are reset one by one, all at once, and by RIS", () => {
  const set = "\x1b]4;1;#111111;2;#222222\x07\x1b]5;0;#333333\x07\x1b]10;#444444\x07";
  const ask = "\x1b]4;1;?;2;?\x07\x1b]5;0;?\x07\x1b]10;?\x07";
  const told = (reset: string): string[] => answersTo(`${set}${reset}${ask}`).map((answer) => answer.slice(-10, -6));
  assert.deepEqual(told(""), ["1111", "2222", "3333", "4444"]);
  assert.deepEqual(told("\x1b]104;1\x07"), ["0000", "2222", "3333", "4444"]);
  assert.deepEqual(told("\x1b]104\x07"), ["0000", "cdcd", "3333", "4444"]);
  assert.deepEqual(told("\x1b]105;0\x07"), ["1111", "2222", "4444", "4444"], "a special colour is the text's");
  assert.deepEqual(told("\x1b]110\x07"), ["1111", "2222", "3333", "d0d0"]);
  assert.deepEqual(told("\x1bc"), ["0000", "cdcd", "d0d0", "d0d0"]);
});

test("a snapshot tells the colours that were changed, and no others", () => {
  assert.equal(paletteAfter("\x1b]4;1;?\x07\x1b]4;1;nothing\x07"), undefined);
  assert.deepEqual(paletteAfter("\x1b]4;200;#010203;1;#fff\x07\x1b]11;#102030\x07\x1b]12;red\x07"), {
    indexed: [
      { index: 1, color: "rgb:240:240:240" },
      { index: 200, color: "rgb:1:2:3" },
    ],
    background: "rgb:16:32:48",
    cursor: "rgb:255:0:0",
  });
  assert.equal(paletteAfter("\x1b]4;1;#fff\x07\x1b]10;#fff\x07\x1b]104\x07\x1b]110\x07"), undefined);
});

test("a snapshot stays as it was when the colours change", () => {
  const driver = new TerminalDriver(2, 8).feed("\x1b]4;1;#111111\x07");
  const before = driver.snapshot();
  driver.feed("\x1b]4;1;#222222\x07");
  assert.deepEqual(before.palette, { indexed: [{ index: 1, color: "rgb:17:17:17" }] });
  assert.deepEqual(driver.snapshot().palette, { indexed: [{ index: 1, color: "rgb:34:34:34" }] });
});

test("colours that a snapshot has no word for make no palette", () => {
  assert.equal(paletteAfter("\x1b]17;#fff\x07\x1b]5;0;#fff\x07"), undefined);
  assert.deepEqual(paletteAfter("\x1b]17;#fff\x07\x1b]12;red\x07"), { indexed: [], cursor: "rgb:255:0:0" });
});

test("who has a snapshot cannot change the palette of the next one", () => {
  const { palette } = new TerminalDriver(2, 8).feed("\x1b]4;1;#111111\x07").snapshot();
  assert.ok(palette !== undefined);
  for (const part of [palette, palette.indexed, ...palette.indexed]) assert.ok(Object.isFrozen(part));
});

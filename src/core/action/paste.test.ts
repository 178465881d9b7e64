import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeBracketedPaste, encodePaste } from "./index.js";

const START = "\x1b[200~";
const END = "\x1b[201~";
const payloadOf = (text: string): string => {
  const sent = encodeBracketedPaste(text);
  assert.ok(sent.startsWith(START) && sent.endsWith(END));
  return sent.slice(START.length, -END.length);
};

test("a plain paste is verbatim", () => {
  assert.equal(encodePaste("a\nb\r\n\x1b[201~é"), "a\nb\r\n\x1b[201~é");
});

test("a bracketed paste wraps ordinary text unchanged", () => {
  for (const text of [
    "",
    "multi\nline\r\n\ttext",
    "\x1b[31mred\x1b[0m",
    "日本語 😀",
    "\x1b[200~",
    "\x1b[2201~",
    "\x1b[20~",
  ])
    assert.equal(payloadOf(text), text);
});

test("an end marker in the payload loses its escape character and nothing else", () => {
  assert.equal(payloadOf("a\x1b[201~b\x1b[201~c"), "a\u241b[201~b\u241b[201~c");
  assert.equal(payloadOf("a\u009b201~b"), "a\u241b[201~b");
});

test("no form of the end marker survives, nor comes into being", () => {
  const attacks = [
    "\x1b[20\x1b[201~1~",
    "\x1b\x1b[201~[201~",
    "\x1b\u009b201~[201~",
    "\u009b2\u009b201~01~",
    "\x1b[0201~",
    "\x1b[201;1~",
    "\x1b[2\n01~",
    "\x1b\x07[201~",
    "\x1b[2\x000\x7f1:5\r;~",
    "\u009b\n00201~",
  ];
  for (const attack of attacks)
    assert.doesNotMatch(asParserSeesIt(payloadOf(attack)), /(?:\x1b\[|\u009b)0*201[;:\d]*~/, JSON.stringify(attack));
});

/** Drops the control characters a VT parser carries out inside a sequence. */
function asParserSeesIt(text: string): string {
  return text.replace(/[\x00-\x17\x19\x1c-\x1f\x7f]/g, "");
}

test("random mixtures of marker parts never hold an end marker", () => {
  const parts = ["\x1b", "[", "2", "0", "1", "~", "\u009b", "201~", "\x1b[", "\x1b[201~", "\n", ";"];
  let seed = 7;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  let held = 0;
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from({ length: 24 }, () => parts[next() % parts.length]).join("");
    if (/(?:\x1b\[|\u009b)201~/.test(text)) held++;
    assert.doesNotMatch(
      asParserSeesIt(payloadOf(text)),
      /(?:\x1b\[|\u009b)0*201(?:[;:][\d;:]*)?~/,
      JSON.stringify(text),
    );
  }
  assert.ok(held > 1_000);
});

test("a large hostile payload is handled in one pass", () => {
  const nested = "\x1b[20".repeat(200_000) + "1~".repeat(200_000);
  assert.doesNotMatch(payloadOf(nested), /\x1b\[201~/);
  assert.equal(payloadOf(`\x1b${"\n".repeat(1_000_000)}x`).length, 1_000_002);
});

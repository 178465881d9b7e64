import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "../../base/index.js";
import { Transcript } from "./index.js";

const utf8 = (text: string): Buffer => Buffer.from(text);
/** Reproducible numbers below `limit`. */
function numbers(seed: number): (limit: number) => number {
  return (limit) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
}

test("text comes back as it was printed", () => {
  const transcript = new Transcript();
  transcript.append(utf8("héllo "));
  transcript.append(utf8("wörld 😀\r\n"));
  assert.equal(transcript.text(), "héllo wörld 😀\r\n");
  assert.equal(transcript.charsWritten, 15);
});

test("the caller's buffer may be reused after append", () => {
  const transcript = new Transcript();
  const buffer = utf8("abc€€");
  transcript.append(buffer.subarray(0, 5));
  buffer.fill(0);
  transcript.append(Buffer.from([0xac]));
  assert.equal(transcript.text(), "abc€");
});

test("T9: every cut of a text leaves every code point whole", () => {
  const bytes = utf8("aé€😀\u{10ffff}\ufeffz");
  for (let first = 0; first <= bytes.length; first++)
    for (let second = first; second <= bytes.length; second++) {
      const transcript = new Transcript();
      for (const part of [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)])
        transcript.append(part);
      assert.equal(transcript.text(), bytes.toString());
      assert.equal(transcript.charsWritten, 7);
    }
});

test("T9: invalid input becomes one U+FFFD for each maximal bad part, however it is cut", () => {
  const bad = [
    [0x61, 0x80, 0x62],
    [0xe2, 0x82, 0x61],
    [0xf0, 0x9f, 0x98, 0x61],
    [0xf0, 0x9f, 0xe2, 0x82],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe0, 0x80, 0xe0],
    [0xf8, 0x88, 0x80, 0x80, 0x80, 0xff],
    [0x80, 0x80, 0x80, 0x80, 0xc3],
  ].map((bytes) => Uint8Array.from(bytes));
  const next = numbers(11);
  for (let round = 0; round < 500; round++)
    bad.push(Uint8Array.from({ length: 12 }, () => [next(256), 0xf0, 0x9f, 0x98, 0xe2][next(5)]));
  for (const bytes of bad) {
    const expected = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const transcript = new Transcript();
      transcript.append(bytes.subarray(0, cut));
      transcript.append(bytes.subarray(cut));
      transcript.end();
      assert.equal(transcript.text(), expected, Buffer.from(bytes).toString("hex"));
      assert.equal(transcript.charsWritten, Array.from(expected).length);
    }
  }
});

test("T9: an unfinished code point shows once the output has ended, and only once", () => {
  const transcript = new Transcript();
  transcript.append(Uint8Array.of(0x61, 0xf0, 0x9f));
  assert.equal(transcript.tail(10).text, "a");
  transcript.end();
  transcript.end();
  assert.equal(transcript.tail(10).text, "a\ufffd");
});

test("the window keeps the last characters and never half of one", () => {
  const transcript = new Transcript({ maxChars: 3 });
  transcript.append(utf8("ab😀😀"));
  assert.equal(transcript.text(), "b😀😀");
  transcript.append(utf8("😀"));
  assert.equal(transcript.text(), "😀😀😀");
  transcript.append(utf8("x"));
  assert.equal(transcript.text(), "😀😀x");
  assert.equal(transcript.charsWritten, 6);
});

test("a window of nothing still counts", () => {
  const transcript = new Transcript({ maxChars: 0 });
  transcript.append(utf8("a😀"));
  assert.deepEqual([transcript.text(), transcript.tail(5).text, transcript.charsWritten], ["", "", 2]);
  assert.equal(transcript.slice(0, 1), null);
  assert.equal(transcript.slice(2, 9), "");
});

test("random appends, tails and slices agree with a plain array of characters", () => {
  const next = numbers(3);
  const alphabet = ["a", "b", "é", "─", "😀", "\n"];
  for (const maxChars of [1, 7, 100, 5_000, 40_000]) {
    const transcript = new Transcript({ maxChars });
    let all: string[] = [];
    for (let round = 0; round < 150; round++) {
      const size = next(10) === 0 ? next(20_000) : next(60);
      const added = Array.from({ length: size }, () => alphabet[next(round % 3 === 0 ? 2 : 6)]);
      all = all.concat(added);
      const bytes = utf8(added.join(""));
      const cut = next(bytes.length + 1);
      transcript.append(bytes.subarray(0, cut));
      transcript.append(bytes.subarray(cut));
      const first = Math.max(0, all.length - maxChars);
      assert.equal(transcript.charsWritten, all.length);
      assert.equal(transcript.text(), all.slice(first).join(""));
      const tail = next(maxChars * 2);
      assert.equal(transcript.tail(tail).text, all.slice(Math.max(first, all.length - tail)).join(""));
      const from = next(all.length + 1);
      const to = from + next(all.length - from + 1);
      assert.equal(transcript.slice(from, to), from < first ? null : all.slice(from, to).join(""));
      const delta = transcript.since(from);
      const expected = { text: all.slice(Math.max(from, first)).join(""), cursor: all.length, dropped: from < first };
      assert.deepEqual(delta, expected);
    }
  }
});

test("a tail asked for twice is the same string until more arrives", () => {
  const transcript = new Transcript();
  transcript.append(utf8("abc"));
  assert.equal(transcript.tail(2).text, "bc");
  assert.equal(transcript.tail(3).text, "abc");
  transcript.append(utf8("d"));
  assert.equal(transcript.tail(3).text, "bcd");
});

test("markers count characters, and marking again moves them", () => {
  const transcript = new Transcript();
  transcript.append(utf8("😀😀"));
  assert.deepEqual(transcript.mark("start"), { cursor: 2, stored: true });
  transcript.append(utf8("x"));
  assert.equal(transcript.marker("start"), 2);
  assert.equal(transcript.slice(transcript.marker("start") ?? 0, transcript.mark("end").cursor), "x");
  transcript.mark("start");
  assert.deepEqual(
    [...transcript.markers()],
    [
      ["start", 3],
      ["end", 3],
    ],
  );
  assert.equal(transcript.marker("other"), undefined);
});

test("O5: the sixty-fifth label is answered but not stored", () => {
  const transcript = new Transcript();
  for (let index = 0; index < 64; index++) assert.ok(transcript.mark(`m${index}`).stored);
  transcript.append(utf8("abc"));
  assert.deepEqual(transcript.mark("extra"), { cursor: 3, stored: false });
  assert.equal(transcript.marker("extra"), undefined);
  assert.deepEqual(transcript.mark("m0"), { cursor: 3, stored: true });
  assert.equal(transcript.markers().size, 64);
});

test("the marker table handed out does not change later", () => {
  const transcript = new Transcript();
  const before = transcript.markers();
  transcript.mark("a");
  assert.equal(before.size, 0);
});

test("a slice is null as soon as its first character is gone", () => {
  const transcript = new Transcript({ maxChars: 4 });
  transcript.append(utf8("abcd"));
  assert.equal(transcript.slice(0, 99), "abcd");
  transcript.append(utf8("e"));
  assert.equal(transcript.slice(0, 5), null);
  assert.equal(transcript.slice(1, 5), "bcde");
  assert.equal(transcript.slice(50, 60), "");
});

test("positions that cannot be are refused by name", () => {
  const transcript = new Transcript();
  const field = (name: string) => (error: unknown) => error instanceof InvalidArgumentError && error.field === name;
  assert.throws(() => transcript.slice(2, 1), field("start"));
  assert.throws(() => transcript.slice(-1, 1), field("start"));
  assert.throws(() => transcript.slice(0, NaN), field("end"));
  assert.throws(() => transcript.tail(1.5), field("maxChars"));
  assert.throws(() => transcript.since(-1), field("cursor"));
  assert.throws(() => new Transcript({ maxChars: -1 }), field("maxChars"));
});

test("O5: a flood leaves no more than the window in memory", () => {
  const transcript = new Transcript({ maxChars: 1_000 });
  const block = Buffer.alloc(1_048_576, "x");
  for (let round = 0; round < 200; round++) transcript.append(block);
  assert.equal(transcript.text().length, 1_000);
  assert.equal(transcript.charsWritten, 209_715_200);
});

test("a tail stays as it was when more is printed", () => {
  const transcript = new Transcript();
  transcript.append(Buffer.from("one "));
  const tail = transcript.tail(100);
  transcript.append(Buffer.from("two"));
  assert.equal(tail.text, "one ");
  assert.equal(transcript.tail(100).text, "one two");
});

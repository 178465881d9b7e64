import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { brief, feed, piecesOf } from "./feed.test.support.js";
import type { FramingName } from "./index.js";
import { encodeFrame, frameDecoder } from "./index.js";

const FRAMINGS: readonly FramingName[] = ["ndjson", "lsp"];

test("R3: what was encoded is decoded, however the stream is cut", () => {
  const random = SeededRandom.ofRun();
  const alphabet = [
    "a",
    "\n",
    "\r\n",
    '"',
    "\\",
    "é",
    "漢",
    "😀",
    "\u2028",
    "\uFEFF",
    "\0",
    "Content-Length: 3\r\n\r\n",
  ];
  for (let round = 0; round < 300; round++) {
    const framing = random.pick(FRAMINGS);
    const messages = Array.from({ length: random.below(8) }, () =>
      JSON.stringify(random.text(alphabet, random.pick([3, 40, 2000]))),
    );
    const bytes = Buffer.from(messages.map((json) => encodeFrame(framing, json)).join(""));
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      const size = 1 + random.below(random.pick([2, 50, 3000]));
      pieces.push(bytes.subarray(at, at + size));
      at += size;
    }
    assert.deepEqual(feed(framing, pieces).map(brief), messages, `seed ${random.seed}, round ${round}`);
  }
});

test("T9: a lone surrogate has the length it is sent with", () => {
  const bytes = Buffer.from(encodeFrame("lsp", '"\ud800"') + encodeFrame("lsp", "1"));
  assert.deepEqual(feed("lsp", [bytes]).map(brief), ['"\uFFFD"', "1"]);
});

test("R3: a message is given as soon as its last byte is there", () => {
  const ndjson = frameDecoder("ndjson");
  assert.deepEqual(ndjson.push(Buffer.from("1")), []);
  assert.deepEqual(ndjson.push(Buffer.from("\n2")).map(brief), ["1"]);
  const lsp = frameDecoder("lsp");
  assert.deepEqual(lsp.push(Buffer.from("Content-Length: 1\r\n\r\n")), []);
  assert.deepEqual(lsp.push(Buffer.from("1Con")).map(brief), ["1"]);
});

test("a decoder is partial from the first byte of a frame to its last", () => {
  const states = (framing: FramingName, text: string): string => {
    const decoder = frameDecoder(framing);
    const bytes = piecesOf(Buffer.from(text), 1);
    return [decoder.isPartial, ...bytes.map((byte) => (decoder.push(byte), decoder.isPartial))].map(Number).join("");
  };
  assert.equal(states("ndjson", "12\n\n3\n"), "0110010");
  assert.equal(states("lsp", "\nA:\n\nX"), "0011100", "a broken stream holds nothing");
  assert.equal(states("lsp", "Content-Length:1\n\n1\nC"), "0" + "1".repeat(18) + "001");
});

test("chunks may be overwritten once they were taken", () => {
  const decoder = frameDecoder("ndjson");
  const chunk = Buffer.from('"ab');
  decoder.push(chunk);
  chunk.fill("x");
  assert.deepEqual(decoder.push(Buffer.from('c"\n')).map(brief), ['"abc"']);
});

test("after the end nothing more is found", () => {
  for (const framing of FRAMINGS) {
    const decoder = frameDecoder(framing);
    assert.equal(decoder.push(Buffer.from("1")).length, 0);
    assert.equal(decoder.end().length, 1);
    assert.equal(decoder.isPartial, false);
    assert.deepEqual([...decoder.push(Buffer.from("1\n")), ...decoder.end()], []);
  }
});

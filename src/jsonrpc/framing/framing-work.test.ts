import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf, piecesOf } from "./feed.test.support.js";
import type { FramingName } from "./index.js";
import { encodeFrame, frameDecoder } from "./index.js";

const FRAMINGS: readonly FramingName[] = ["ndjson", "lsp"];

/** What the decoders use to look at bytes and to move them. */
interface Counted {
  indexOf: (this: Buffer, value: number, from: number) => number;
  copy: (this: Buffer, target: Uint8Array, at: number, start: number, end: number) => number;
}

/** How many bytes decoding looks at and moves. */
function work(run: () => void): { scanned: number; copied: number } {
  const counts = { scanned: 0, copied: 0 };
  const prototype = Buffer.prototype as Counted;
  const { indexOf, copy } = prototype;
  prototype.indexOf = function (value, from) {
    const at = indexOf.call(this, value, from);
    counts.scanned += (at < 0 ? this.length : at + 1) - from;
    return at;
  };
  prototype.copy = function (target, at, start, end) {
    counts.copied += end - start;
    return copy.call(this, target, at, start, end);
  };
  try {
    run();
  } finally {
    Object.assign(prototype, { indexOf, copy });
  }
  return counts;
}

test("single bytes are each looked at once, and moved a few times at most", () => {
  const size = 1_048_576;
  for (const framing of FRAMINGS) {
    const decoder = frameDecoder(framing);
    const bytes = piecesOf(messageOf(framing, size), 1);
    let frames = 0;
    const { scanned, copied } = work(() => {
      for (const byte of bytes) frames += decoder.push(byte).length;
    });
    assert.equal(frames, 1);
    assert.ok(scanned <= bytes.length, `${framing}: scanned ${scanned}`);
    assert.ok(copied > 0 && copied <= 3 * bytes.length, `${framing}: copied ${copied}`);
  }
});

test("many messages in one chunk are each looked at once, and nothing is copied", () => {
  for (const framing of FRAMINGS) {
    const chunk = Buffer.from(encodeFrame(framing, '{"a":1}').repeat(50_000));
    const decoder = frameDecoder(framing);
    let frames = 0;
    const { scanned, copied } = work(() => (frames = decoder.push(chunk).length));
    assert.equal(frames, 50_000);
    assert.ok(scanned <= chunk.length, `${framing}: scanned ${scanned}`);
    assert.equal(copied, 0);
  }
});

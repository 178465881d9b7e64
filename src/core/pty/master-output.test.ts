import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { MasterOutput } from "./master-output.js";

/** A kernel that has these many bytes for each read, and the letters they consist of. */
function kernel(...counts: number[]): { read: (buffer: Buffer, position: number) => number; reads: () => number } {
  let reads = 0;
  const read = (buffer: Buffer, position: number): number => {
    const count = Math.min(counts[reads] ?? 0, buffer.length - position);
    buffer.fill("abcdefgh"[reads++], position, position + count);
    return count;
  };
  return { read, reads: () => reads };
}

/** Each look at the clock takes so long, however busy the machine is. */
function withClock(t: TestContext, stepMs: number): void {
  let now = 0;
  t.mock.method(performance, "now", () => (now += stepMs));
}

test("pieces follow one another in the buffer", (t) => {
  withClock(t, 0);
  const { read } = kernel(2_000, 100);
  const output = new MasterOutput(Buffer.alloc(8_192, "-"), 1_500, read);
  assert.equal(output.readMore(), true);
  assert.equal(output.bytes.length, 3_500);
  assert.equal(Buffer.from(output.readAll()).toString(), "-".repeat(1_500) + "a".repeat(2_000) + "b".repeat(100));
});

test("a short piece is taken for the last one, and the kernel is not asked again", () => {
  const { read, reads } = kernel(2_000);
  const output = new MasterOutput(Buffer.alloc(8_192), 100, read);
  assert.equal(output.readMore(), false);
  assert.equal(reads(), 0);
  assert.equal(output.bytes.length, 100);
});

test("with nothing there yet, the kernel is asked however late it is", (t) => {
  withClock(t, 1_000);
  const { read } = kernel(5_000, 5_000);
  const output = new MasterOutput(Buffer.alloc(65_536), 0, read);
  assert.equal(output.readAll().length, 5_000);
});

test("a program that writes without pause is read for a moment only", (t) => {
  withClock(t, 0.4);
  const { read, reads } = kernel(...Array<number>(8).fill(2_000));
  new MasterOutput(Buffer.alloc(65_536), 2_000, read).readAll();
  assert.equal(reads(), 3);
});

test("a full buffer is enough", () => {
  const { read, reads } = kernel(4_096, 4_096, 4_096);
  const output = new MasterOutput(Buffer.alloc(8_192), 4_096, read);
  assert.equal(output.readAll().length, 8_192);
  assert.equal(reads(), 1);
});

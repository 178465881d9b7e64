import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { AheadOutput } from "./ahead-output.js";
import { ReadAhead } from "./read-ahead.js";

const BUFFER_BYTES = 65_536;

/** A file, which always has something to read, in the place of a terminal. */
function fileOf(t: TestContext, content: Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), "ptywright-ahead-"));
  writeFileSync(join(folder, "content"), content);
  const fd = openSync(join(folder, "content"), "r");
  t.after(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
  return fd;
}

async function readyAhead(t: TestContext): Promise<ReadAhead> {
  const ahead = new ReadAhead(BUFFER_BYTES);
  ahead.start();
  t.after(() => ahead.end());
  while (!ahead.isReady) await immediate();
  return ahead;
}

const readFrom =
  (fd: number) =>
  (buffer: Buffer, position: number): number =>
    readSync(fd, buffer, position, Math.min(4_095, buffer.length - position), null);

/** Takes a piece as who delivers output does, then the rest in the thread. */
function outputOf(ahead: ReadAhead, fd: number): AheadOutput | undefined {
  const first = Buffer.alloc(4_095);
  const count = readSync(fd, first, 0, first.length, null);
  return count === 0 ? undefined : new AheadOutput(ahead, fd, first.subarray(0, count), readFrom(fd));
}

test("B1: what the thread reads follows the first piece, up to a full buffer", async (t) => {
  const ahead = await readyAhead(t);
  const content = randomBytes(100_000);
  const output = outputOf(ahead, fileOf(t, content));
  assert.ok(output !== undefined);
  while (output.bytes.length < BUFFER_BYTES && output.readMore());
  output.stop();
  assert.ok(output.bytes.length > 4_095);
  assert.deepEqual(Buffer.from(output.bytes), content.subarray(0, output.bytes.length));
});

test("B1: wherever reading is stopped, no byte is lost, doubled or out of order", async (t) => {
  const ahead = await readyAhead(t);
  const content = randomBytes(3_000_000);
  const fd = fileOf(t, content);
  const seen: Buffer[] = [];
  for (let round = 0; ; round++) {
    const output = outputOf(ahead, fd);
    if (output === undefined) break;
    for (let pieces = round % 4; pieces > 0 && output.readMore(); pieces--);
    if (round % 5 === 4) await immediate();
    output.stop();
    seen.push(Buffer.from(output.bytes));
    assert.equal(output.readMore(), false);
  }
  assert.ok(Buffer.concat(seen).equals(content));
});

test("B1: a thread that has no time yet is not waited for", (t) => {
  const ahead = new ReadAhead(BUFFER_BYTES);
  ahead.start();
  t.after(() => ahead.end());
  const content = randomBytes(20_000);
  const output = outputOf(ahead, fileOf(t, content));
  assert.ok(output !== undefined);
  assert.equal(output.readMore(), true);
  assert.deepEqual(Buffer.from(output.bytes.subarray(0, 8_190)), content.subarray(0, 8_190));
  output.stop();
});

test("a thread that was ended can be started again", async (t) => {
  const ahead = await readyAhead(t);
  ahead.end();
  assert.equal(ahead.isReady, false);
  ahead.start();
  while (!ahead.isReady) await immediate();
  const content = randomBytes(30_000);
  const output = outputOf(ahead, fileOf(t, content));
  assert.ok(output !== undefined);
  output.readAll();
  output.stop();
  assert.deepEqual(Buffer.from(output.bytes), content.subarray(0, output.bytes.length));
});

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { BLOCK_BYTES, lastLines } from "./last-lines.js";
import { LogFileReader } from "./log-file-reader.js";

function opened(t: TestContext, content: string): LogFileReader {
  const folder = mkdtempSync(join(tmpdir(), "ptywright-test-"));
  const path = join(folder, "a.log");
  writeFileSync(path, content);
  const file = new LogFileReader(path);
  t.after(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });
  return file;
}

function texts(file: LogFileReader, count: number, filter?: string): string {
  const { ranges } = lastLines(file, count, filter === undefined ? undefined : Buffer.from(filter));
  return ranges.map(({ start, end }) => file.read(start, end).toString()).join("");
}

test("the last lines are found, all of them if there are fewer, none if none are wanted", (t) => {
  const file = opened(t, "1\n2\n3\n\n5\n");
  assert.equal(texts(file, 0), "");
  assert.equal(texts(file, 1), "5\n");
  assert.equal(texts(file, 3), "3\n\n5\n");
  assert.equal(texts(file, 5), "1\n2\n3\n\n5\n");
  assert.equal(texts(file, 99), "1\n2\n3\n\n5\n");
  assert.equal(lastLines(file, 0, undefined).end, 9);
});

test("a line that is still being written is left for later", (t) => {
  const file = opened(t, "1\n2\nunfinis");
  assert.equal(texts(file, 1), "2\n");
  assert.equal(lastLines(file, 1, undefined).end, 4);
  assert.deepEqual(lastLines(opened(t, "unfinished"), 5, undefined), { ranges: [], end: 0 });
  assert.deepEqual(lastLines(opened(t, ""), 5, undefined), { ranges: [], end: 0 });
});

test("lines are found across the blocks that are read, whatever their length", (t) => {
  const lengths = [1, BLOCK_BYTES - 1, BLOCK_BYTES, 3 * BLOCK_BYTES + 7, 5, BLOCK_BYTES + 1, 2];
  const lines = lengths.map((length, at) => `${String.fromCharCode(97 + at).repeat(length)}\n`);
  const file = opened(t, lines.join(""));
  for (let count = 0; count <= lines.length; count++)
    assert.ok(texts(file, count) === lines.slice(lines.length - count).join(""), `${count} lines`);
});

test("only lines that contain the text count, also where it lies across blocks", (t) => {
  const long = `${"x".repeat(BLOCK_BYTES - 3)}needle${"y".repeat(BLOCK_BYTES)}\n`;
  const file = opened(t, `needle 1\nother\n${long}other\nNEEDLE\nneedle é\nother\n`);
  assert.equal(texts(file, 1, "needle"), "needle é\n");
  assert.ok(texts(file, 9, "needle") === `needle 1\n${long}needle é\n`);
  assert.equal(texts(file, 9, "é"), "needle é\n");
  assert.equal(texts(file, 9, "needle é\nother"), "");
  assert.equal(texts(file, 2, ""), "needle é\nother\n");
});

import assert from "node:assert/strict";
import { closeSync, existsSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { OrderedFileWriter } from "./ordered-file-writer.js";

const directory = mkdtempSync(join(tmpdir(), "ptywright-writer-"));
after(() => rmSync(directory, { recursive: true }));
let count = 0;
const freshPath = (): string => join(directory, `out-${count++}`);
const full = { skip: existsSync("/dev/full") ? false : "needs /dev/full" };

test("F6: a writer that falls behind says so, and says when to go on", async () => {
  const path = freshPath();
  let drains = 0;
  const writer = new OrderedFileWriter(openSync(path, "w"), { highWaterBytes: 1_000, onDrain: () => drains++ });
  assert.equal(writer.write(Buffer.alloc(1_000, "a")), true);
  assert.equal(writer.write(Buffer.alloc(1, "b")), false);
  assert.equal(writer.write(Buffer.alloc(1, "c")), false);
  await writer.drained();
  assert.equal(drains, 1);
  assert.equal(writer.write(Buffer.from("d")), true);
  await writer.close();
  assert.equal(readFileSync(path, "utf8"), `${"a".repeat(1_000)}bcd`);
  assert.equal(writer.pendingBytes, 0);
});

test("drained resolves at once when nothing has to be waited for", async () => {
  const writer = new OrderedFileWriter(openSync(freshPath(), "w"));
  await writer.drained();
  await writer.close();
});

test("F6: a caller that does not pause fails the file instead of filling the memory", async () => {
  const path = freshPath();
  const errors: Error[] = [];
  const options = { highWaterBytes: 100, maxBytes: 1_000, onError: (error: Error) => errors.push(error) };
  const writer = new OrderedFileWriter(openSync(path, "w"), options);
  for (let index = 0; index < 50; index++) writer.write(Buffer.alloc(100));
  assert.equal(errors.length, 1);
  assert.match(String(writer.error), /1000 bytes/);
  await writer.drained();
  await writer.close();
  assert.ok(readFileSync(path).length <= 1_000);
});

test("O4, F6: a full disk is reported once, releases a paused reader and never throws", full, async () => {
  const errors: NodeJS.ErrnoException[] = [];
  const options = { highWaterBytes: 10, onError: (error: Error) => errors.push(error) };
  const writer = new OrderedFileWriter(openSync("/dev/full", "w"), options);
  assert.equal(writer.write(Buffer.alloc(100)), false);
  await writer.drained();
  assert.equal(writer.write(Buffer.alloc(100)), true);
  await writer.close();
  assert.deepEqual(
    errors.map((error) => error.code),
    ["ENOSPC"],
  );
  assert.equal(writer.error, errors[0]);
});

test("closing gives the descriptor back", async () => {
  const fd = openSync(freshPath(), "w");
  const writer = new OrderedFileWriter(fd);
  writer.write(Buffer.from("x"));
  await writer.close();
  assert.throws(() => fstatSync(fd), { code: "EBADF" });
});

test("a descriptor that cannot be written is an error, not an exception", async () => {
  const path = freshPath();
  closeSync(openSync(path, "w"));
  const writer = new OrderedFileWriter(openSync(path, "r"));
  writer.write(Buffer.from("x"));
  await writer.close();
  assert.equal((writer.error as NodeJS.ErrnoException).code, "EBADF");
});

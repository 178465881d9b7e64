import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Worker } from "node:worker_threads";
import { InvalidArgumentError, RawTranscriptError, type ErrorCode } from "../../base/index.js";
import { RawTranscriptFile } from "./index.js";

const directory = mkdtempSync(join(tmpdir(), "ptywright-raw-"));
after(() => rmSync(directory, { recursive: true }));
let count = 0;
const freshPath = (): string => join(directory, `raw-${count++}`);
const posix = { skip: process.platform === "win32" ? "links, FIFOs and modes are POSIX" : false };

function refuses(path: string, append: boolean, code: ErrorCode): void {
  assert.throws(
    () => RawTranscriptFile.open(path, { append }),
    (error: unknown) => {
      assert.ok(error instanceof RawTranscriptError, String(error));
      assert.deepEqual([error.code, error.path], [code, path]);
      return true;
    },
  );
}

test("T9: bytes arrive exactly, also those that are no text", async () => {
  const path = freshPath();
  const file = RawTranscriptFile.open(path);
  const bytes = Buffer.from([0, 255, 0xc3, 0x28, 10]);
  assert.equal(file.write(bytes), true);
  bytes.fill(1);
  await file.close();
  assert.deepEqual([...readFileSync(path)], [0, 255, 0xc3, 0x28, 10]);
  assert.equal(file.error, undefined);
});

test("100,000 random chunks are byte for byte and in order in the file", async () => {
  const path = freshPath();
  const file = RawTranscriptFile.open(path);
  const sent = createHash("sha256");
  const buffer = Buffer.alloc(40_000);
  for (let index = 0, seed = 5; index < 100_000; index++) {
    seed = (seed * 48_271) % 2_147_483_647;
    const chunk = buffer.subarray(0, index % 1_000 === 0 ? seed % 40_000 : seed % 200);
    chunk.fill(seed & 0xff);
    sent.update(chunk);
    if (!file.write(chunk)) await file.drained();
    if (index % 500 === 0) await new Promise(setImmediate);
  }
  await file.close();
  assert.equal(file.error, undefined);
  assert.equal(createHash("sha256").update(readFileSync(path)).digest("hex"), sent.digest("hex"));
});

for (const umask of [0o000, 0o077, 0o777])
  test(`F5: a new file is 0600 under umask ${umask.toString(8)}`, posix, async () => {
    const before = process.umask(umask);
    try {
      for (const append of [false, true]) {
        const path = freshPath();
        const file = RawTranscriptFile.open(path, { append });
        assert.equal(statSync(path).mode & 0o7777, 0o600);
        await file.close();
      }
    } finally {
      process.umask(before);
    }
  });

test("F5: an existing file is refused, and the message names the way out", () => {
  const path = freshPath();
  writeFileSync(path, "old");
  refuses(path, false, "raw_transcript_exists");
  assert.throws(() => RawTranscriptFile.open(path), /pass append/);
  assert.equal(readFileSync(path, "utf8"), "old");
});

test("append adds to a file and creates one that is missing", async () => {
  const path = freshPath();
  for (const text of ["one ", "two"]) {
    const file = RawTranscriptFile.open(path, { append: true });
    file.write(Buffer.from(text));
    await file.close();
  }
  assert.equal(readFileSync(path, "utf8"), "one two");
});

test("F5: nothing is written through a symbolic link, dangling or not", posix, () => {
  const target = freshPath();
  writeFileSync(target, "precious");
  const link = freshPath();
  symlinkSync(target, link);
  const missing = freshPath();
  const dangling = freshPath();
  symlinkSync(missing, dangling);
  for (const append of [false, true]) {
    refuses(link, append, "raw_transcript_unsafe");
    refuses(dangling, append, "raw_transcript_unsafe");
  }
  assert.equal(readFileSync(target, "utf8"), "precious");
  assert.equal(existsSync(missing), false);
});

test("F5: a link that is swapped in 10,000 times is never followed", posix, async (t) => {
  const precious = freshPath();
  writeFileSync(precious, "precious");
  const path = freshPath();
  const swapper = new Worker(
    `const { parentPort, workerData: { precious, path } } = require("node:worker_threads");
     const fs = require("node:fs");
     for (let round = 0; round < 10_000; round++) {
       fs.symlinkSync(precious, path + ".link");
       fs.renameSync(path + ".link", path);
       try { fs.unlinkSync(path); } catch {}
       try { fs.writeFileSync(path, "", { flag: "wx" }); } catch {}
       try { fs.unlinkSync(path); } catch {}
     }
     parentPort.postMessage("done");`,
    { eval: true, workerData: { precious, path } },
  );
  t.after(() => swapper.terminate());
  let isDone = false;
  swapper.once("message", () => (isDone = true));
  const tries = { opened: 0, refused: 0 };
  for (let append = false; !isDone; append = !append) {
    try {
      const file = RawTranscriptFile.open(path, { append });
      file.write(Buffer.from("written"));
      await file.close();
      tries.opened++;
    } catch (error) {
      assert.ok(error instanceof RawTranscriptError, String(error));
      tries.refused++;
    }
    await new Promise(setImmediate);
  }
  t.diagnostic(JSON.stringify(tries));
  assert.equal(readFileSync(precious, "utf8"), "precious");
  assert.ok(tries.opened > 0 && tries.refused > 0, JSON.stringify(tries));
});

test("F5: a file with a second name is not appended to", posix, () => {
  const path = freshPath();
  writeFileSync(path, "");
  linkSync(path, freshPath());
  refuses(path, true, "raw_transcript_unsafe");
});

const root = { skip: process.geteuid?.() === 0 ? false : "only root can give a file away" };
test("F5: another user's file is not appended to", root, () => {
  const path = freshPath();
  writeFileSync(path, "");
  chownSync(path, 12_345, 12_345);
  refuses(path, true, "raw_transcript_unsafe");
});

test("F5: a FIFO is refused without waiting for its reader", posix, () => {
  const path = freshPath();
  execFileSync("mkfifo", [path]);
  for (const append of [false, true]) refuses(path, append, "raw_transcript_unsafe");
});

test("F5: a directory and a device are refused", posix, () => {
  const path = freshPath();
  mkdirSync(path);
  for (const append of [false, true]) {
    refuses(path, append, "raw_transcript_unsafe");
    refuses("/dev/null", append, "raw_transcript_unsafe");
  }
});

test("a missing parent directory is a failure with its reason", () => {
  const path = join(freshPath(), "raw");
  for (const append of [false, true]) refuses(path, append, "raw_transcript_failed");
  assert.throws(() => RawTranscriptFile.open(path), /no such directory/);
});

test("F5: a path that is no path is refused before anything is opened", () => {
  for (const path of ["", "a\0b", undefined as unknown as string])
    assert.throws(
      () => RawTranscriptFile.open(path),
      (error: unknown) => error instanceof InvalidArgumentError && error.field === "path",
    );
});

test("writing after close is ignored, and closing twice is closing once", async () => {
  const path = freshPath();
  const file = RawTranscriptFile.open(path);
  file.write(Buffer.from("a"));
  const closing = file.close();
  assert.equal(file.write(Buffer.from("b")), true);
  await Promise.all([closing, file.close()]);
  assert.equal(readFileSync(path, "utf8"), "a");
});

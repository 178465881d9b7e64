import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { fifo } from "../support/fifo.js";
import { fixture, shell } from "../support/fixture.js";
import { NEEDS_PROC, eventually, isAlive } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";
import { runCommand, saw, startPiped } from "./run-support.js";

const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const MEGABYTE = 1_048_576;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function file(t: TestContext, bytes: Uint8Array): string {
  const path = join(tempDir(t), "bytes");
  writeFileSync(path, bytes);
  return path;
}

test("run hands every byte value through to stdout and says nothing on stderr", async (t) => {
  const { result } = startPiped(t, shell(`stty raw; cat ${file(t, ALL_BYTES)}`));
  assert.deepEqual(await result, { stdout: ALL_BYTES, stderr: "", code: 0 });
});

test("run hands 20 MB through to stdout, to the last byte", async (t) => {
  const bytes = randomBytes(20 * MEGABYTE);
  const { result } = startPiped(t, shell(`stty raw; cat ${file(t, bytes)}`));
  const { stdout, code } = await result;
  assert.equal(stdout.length, bytes.length);
  assert.equal(sha256(stdout), sha256(bytes));
  assert.equal(code, 0);
});

/** A program that has ended, and a reader of its output who has not begun; `run` is in between. */
async function startWithLateReader(
  t: TestContext,
): Promise<{ sent: Buffer; received: Promise<Buffer>; run: number; go: () => void }> {
  // More than a pipe holds, and less than that and what run keeps for a slow reader.
  const sent = randomBytes(150_000);
  const gate = fifo(t);
  const mark = join(tempDir(t), "mark");
  const command = runCommand(shell(`stty raw; cat ${file(t, sent)}; echo $PPID > ${mark}`));
  const reader = spawn("/bin/sh", ["-c", `"$@" | { read -r go < ${gate.path}; cat; }`, "sh", ...command]);
  t.after(() => reader.kill("SIGKILL"));
  const received = buffer(reader.stdout);
  const run = await eventually(
    () => (existsSync(mark) ? Number(readFileSync(mark, "utf8")) : 0),
    (pid) => pid > 0,
    5000,
  );
  // It has no reason to end now; if it does, this is long enough to see it.
  await eventually(
    () => isAlive(run),
    (alive) => !alive,
    300,
  );
  return { sent, received, run, go: () => gate.write("go\n") };
}

test("run waits for a late reader, though the program has ended", { skip: NEEDS_PROC }, async (t) => {
  const { sent, received, run, go } = await startWithLateReader(t);
  assert.equal(isAlive(run), true);
  go();
  assert.equal(sha256(await received), sha256(sent));
});

test("SIGTERM ends the waiting for a late reader", { skip: NEEDS_PROC }, async (t) => {
  const { run, go } = await startWithLateReader(t);
  process.kill(run, "SIGTERM");
  const isRunning = await eventually(
    () => isAlive(run),
    (alive) => !alive,
    3000,
  );
  go();
  assert.equal(isRunning, false);
});

test("run hands every byte value of a pipe to the program, terminal replies included", async (t) => {
  const bytes = Buffer.concat([ALL_BYTES, Buffer.from("\x1b[I\x1b[?62c\x1bP>|x\x1b\\\x1b[O")]);
  const piped = startPiped(t, fixture("hashes-input.mjs", String(bytes.length)));
  await saw(piped.child, "ready");
  piped.child.stdin.end(bytes);
  const { stdout } = await piped.result;
  assert.match(stdout.toString(), new RegExp(`${sha256(bytes)} 0`));
});

test("run makes a pipe wait for a program that does not read, and loses nothing", async (t) => {
  const bytes = randomBytes(5 * MEGABYTE);
  const go = fifo(t);
  const piped = startPiped(t, fixture("hashes-input.mjs", String(bytes.length), go.path));
  await saw(piped.child, "ready");
  let taken = 0;
  for (let at = 0; at < bytes.length; at += 65_536) {
    const piece = bytes.subarray(at, at + 65_536);
    piped.child.stdin.write(piece, () => (taken += piece.length));
  }
  let last = -1;
  for (let isStill = false; !isStill;) {
    const now = await eventually(
      () => taken,
      (value) => value > last,
      500,
    );
    isStill = now === last;
    last = now;
  }
  assert.ok(taken > 0 && taken < MEGABYTE, `${taken} bytes were taken that nobody read`);
  go.write("go");
  const { stdout } = await piped.result;
  assert.match(stdout.toString(), new RegExp(`${sha256(bytes)} 0`));
});

test("run makes the program wait for a slow reader, answers signals meanwhile, and ends", async (t) => {
  const folder = tempDir(t);
  const count = `${folder}/count`;
  // The program prints before it counts.
  writeFileSync(count, "0");
  const piped = startPiped(t, shell(`i=0; while :; do i=$((i+1)); printf '%01000d' 0; echo $i > ${count}; done`));
  await once(piped.child.stdout, "data");
  piped.child.stdout.pause();
  // It stands still once all buffers are full.
  let last = -1;
  const written = (): number => Number(readFileSync(count, "utf8"));
  for (let isStill = false; !isStill;) {
    const now = await eventually(written, (value) => value > last && value !== 0, 500);
    isStill = now === last;
    last = now;
  }
  assert.ok(last < 4_000, `${last} kB were printed with nobody reading`);
  piped.child.kill("SIGTERM");
  await once(piped.child, "exit");
  assert.equal(piped.child.exitCode, 143);
});

test("the end of stdin stops forwarding and nothing else", async (t) => {
  const go = fifo(t);
  const piped = startPiped(t, shell(`read line; echo "got $line"; read go < ${go.path}; echo late; exit 5`));
  piped.child.stdin.end("typed\n");
  await saw(piped.child, "got typed");
  go.write("go\n");
  const { stdout, code } = await piped.result;
  assert.equal(stdout.toString(), "typed\r\ngot typed\r\nlate\r\n");
  assert.equal(code, 5);
});

test("run ends the program quietly when nobody reads its output any more", async (t) => {
  const piped = startPiped(t, shell("echo $$; while :; do echo more; done"));
  const [data] = (await once(piped.child.stdout, "data")) as [Buffer];
  const pid = Number(data.toString().split("\r\n")[0]);
  piped.child.stdout.destroy();
  const { stderr, code } = await piped.result;
  assert.deepEqual({ stderr, code }, { stderr: "", code: 141 });
  assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
});

test("a pipe gets a terminal of 24x80, or what was asked for", async (t) => {
  const size = async (...options: string[]): Promise<string> =>
    (await startPiped(t, shell("stty size; echo $TERM"), options).result).stdout.toString();
  assert.equal(await size(), "24 80\r\nxterm-256color\r\n");
  assert.equal(await size("--rows", "5", "--cols", "7"), "5 7\r\nxterm-256color\r\n");
});

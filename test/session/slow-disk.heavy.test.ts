import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fixture } from "../support/fixture.js";
import { tempDir } from "../support/temp-dir.js";

const LINES = 1_300_000;
/** What the disk takes in 20 ms, and what may wait for it. */
const BLOCK_BYTES = 65_536;
const MAX_WAITING_BYTES = 8_388_608;
/** What waits for the disk, that of the terminal, and what the collector has not come to yet. */
const MAX_BUFFERS_MIB = 32;
/** Generous: the machine may be busy; a session that waited for the disk would wait for seconds. */
const MAX_ROUND_TRIP_MS = 2_000;

const hash = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

test("F6: a flood into a file on a slow disk is held back, loses nothing, and stops no other session", (t) => {
  const path = join(tempDir(t), "raw");
  const { program, args = [] } = fixture("host-with-slow-disk.mjs", path, String(LINES));
  const { stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: 120_000,
    env: { PATH: process.env.PATH, PTYWRIGHT_HOME: tempDir(t) },
  });
  assert.equal(stderr, "");
  const report = JSON.parse(stdout) as Record<string, number>;
  t.diagnostic(stdout.trim());
  assert.equal(report.exitCode, 0);
  assert.equal(report.error, undefined);
  let printed = "";
  for (let number = 1; number <= LINES; number++) printed += `${number}\r\n`;
  assert.equal(hash(readFileSync(path)), hash(printed));
  const leastMs = ((printed.length - MAX_WAITING_BYTES) / BLOCK_BYTES) * 20;
  assert.ok(report.floodMs >= leastMs, `it was not held back: it ended after ${report.floodMs} ms`);
  assert.ok(report.roundTrips >= 10, `${report.roundTrips} round trips meanwhile`);
  assert.ok(report.worstMs <= MAX_ROUND_TRIP_MS, `a round trip took ${report.worstMs} ms`);
  assert.ok(report.buffersMib <= MAX_BUFFERS_MIB, `${report.buffersMib} MiB were buffered`);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExitStatus } from "ptywright";
import { Matcher } from "ptywright";
import { fixture, shell } from "../support/fixture.js";
import { isAlive, NEEDS_PROC } from "../support/processes.js";
import { start } from "../support/session.js";

const ends: [script: string, status: ExitStatus][] = [
  ["exit 0", { exitCode: 0, signal: null }],
  ["exit 7", { exitCode: 7, signal: null }],
  ["exit 255", { exitCode: 255, signal: null }],
  ["kill -SEGV $$", { exitCode: null, signal: "SIGSEGV" }],
  ["kill -KILL $$", { exitCode: null, signal: "SIGKILL" }],
  ["kill -TERM $$", { exitCode: null, signal: "SIGTERM" }],
  ["kill -USR2 $$", { exitCode: null, signal: "SIGUSR2" }],
  // A shell that says so is not a shell that died so.
  ["exit 137", { exitCode: 137, signal: null }],
];
for (const [script, status] of ends)
  test(`B2: the status of "${script}" is exact`, async (t) => {
    const session = await start(t, shell(`printf before; ${script}`));
    let heard: ExitStatus | undefined;
    session.on("exited", (value) => (heard = value));
    assert.deepEqual(await session.wait(), status);
    assert.deepEqual(session.exitStatus, status);
    assert.deepEqual(heard, status);
    assert.equal(session.transcript(), "before");
  });

test("before the end there is a pid and no status, after it a status and no pid", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  await session.waitFor(Matcher.containsText("shown"));
  assert.ok(Number.isInteger(session.pid));
  assert.equal(session.isFinished, false);
  assert.equal(session.exitStatus, undefined);
  const early = session.wait();
  await session.writeText("\n");
  const status = await early;
  assert.equal(session.pid, undefined);
  assert.equal(session.isFinished, true);
  assert.deepEqual(session.exitStatus, { exitCode: 0, signal: null });
  assert.deepEqual(await session.wait(), status);
  await session.close();
  assert.deepEqual(await session.wait(), status);
});

test("wait resolves after all output was taken", async (t) => {
  const session = await start(t, fixture("prints-then-exits.sh"));
  assert.deepEqual(await session.wait(), { exitCode: 3, signal: null });
  assert.ok(session.transcript().endsWith("the-very-last-line"));
});

test("reads work after the close", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  await session.waitFor(Matcher.containsText("shown"));
  await session.close();
  assert.equal(session.snapshot().plainText, "shown");
  assert.equal(session.transcript(), "shown");
  assert.deepEqual(session.exitStatus, { exitCode: null, signal: "SIGHUP" });
});

test("B15: close, kill and terminate may come twice, at once and after the end", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  const [one, two] = await Promise.all([session.kill(), session.terminate(1_000)]);
  assert.deepEqual(one.stillRunning, []);
  assert.deepEqual(two.stillRunning, []);
  await session.kill();
  const closed = session.close();
  assert.equal(session.close(), closed);
  assert.deepEqual(await closed, { signal: "SIGHUP", descendantsReaped: 0, forced: false, stillRunning: [] });
});

test("terminate asks with SIGTERM first", async (t) => {
  const session = await start(t, shell("trap 'printf asked; exit 6' TERM; sleep 600 & printf ready; wait"));
  await session.waitFor(Matcher.containsText("ready"));
  const report = await session.terminate(5_000);
  assert.deepEqual(await session.wait(), { exitCode: 6, signal: null });
  assert.ok(session.transcript().includes("asked"));
  assert.equal(report.descendantsReaped, 1);
});

test("B3: a program that ignores signals is ended by force, which the report says", { skip: NEEDS_PROC }, async (t) => {
  const session = await start(t, fixture("ignores-signals.sh"));
  await session.waitFor(Matcher.containsText("ready"));
  const pid = session.pid as number;
  const before = performance.now();
  const report = await session.terminate(200);
  const tookMs = performance.now() - before;
  assert.equal(report.forced, true);
  assert.deepEqual(report.stillRunning, []);
  assert.deepEqual(session.exitStatus, { exitCode: null, signal: "SIGKILL" });
  assert.equal(isAlive(pid), false);
  assert.ok(tookMs >= 199 && tookMs < 2_000, `took ${tookMs} ms`);
});

test("B15: close right after the start ends a program that has not begun yet", { timeout: 60_000 }, async (t) => {
  for (let round = 0; round < 50; round++) {
    const session = await start(t, { program: "sleep", args: ["600"] });
    assert.deepEqual((await session.close()).stillRunning, []);
    assert.notEqual(session.exitStatus?.signal, null);
  }
});

import { spawnIn, testInEachWorld } from "../support/worlds.js";
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { AnySession } from "ptywright";
import { Action, Expect, InvalidArgumentError, Matcher, WaitCancelledError } from "ptywright";
import { shell } from "../support/fixture.js";
import { shellEnv } from "../support/shell-env.js";
import { missing } from "../support/tmux.js";

/** A program that was waited for: it has said that it is ready. */
async function ready(
  world: Parameters<typeof spawnIn>[0],
  t: TestContext,
  target: Parameters<typeof spawnIn>[2],
): Promise<AnySession> {
  const session = await spawnIn(world, t, target);
  await session.waitFor(Matcher.containsText("ready"));
  return session;
}

testInEachWorld("a line is submitted, and what the program says is expected, alike", async (world, t) => {
  const session = await ready(
    world,
    t,
    shell("printf 'ready$ '; while read -r line; do echo \"<$line>\"; printf '$ '; done"),
  );
  const seen: unknown[] = [await session.expect("$ ")];
  await session.submit("one two");
  seen.push(await session.expect([{ regex: "<(\\w+) (x)?" }, "never"]));
  seen.push((await session.expect("$ ")).before);
  await session.submit("token=abcdefghijklmnop");
  await session.expect("$ ");
  await assert.rejects(session.expect("never", { timeoutMs: 0 }), /in what the program says/);
  seen.push((await session.expect(["never", Expect.timeout], { timeoutMs: 10 })).index);
  await assert.rejects(session.expect("never", { signal: AbortSignal.timeout(10) }), WaitCancelledError);
  await session.sendKey("Ctrl+D");
  seen.push((await session.expect([Expect.eof])).index);
  return seen;
});

testInEachWorld("a shell runs commands alike", async (world, t) => {
  if (missing("bash") !== false) return [];
  const target = { program: "bash", args: ["--norc", "-i"], env: shellEnv(t), clearEnv: true };
  const session = await spawnIn(world, t, target, { shellIntegration: true });
  const results = [];
  for (const command of ["echo one; false", "printf 'a\\nb'", "seq 1 3\necho end", "exit 3"]) {
    const { durationMs, ...result } = await session.run(command);
    assert.ok(durationMs >= 0);
    results.push(result);
  }
  assert.deepEqual(results, [
    { exitCode: 1, output: "one\n" },
    { exitCode: 0, output: "a\nb" },
    { exitCode: 0, output: "1\n2\n3\nend\n" },
    { exitCode: 3, output: "" },
  ]);
  return results;
});

testInEachWorld("what a command prints is told as it comes, alike", async (world, t) => {
  if (missing("bash") !== false) return [];
  const target = { program: "bash", args: ["--norc", "-i"], env: shellEnv(t), clearEnv: true };
  const session = await spawnIn(world, t, target, { shellIntegration: true });
  const pieces: string[] = [];
  let isTold = (): void => undefined;
  const first = new Promise<void>((resolve) => (isTold = resolve));
  const running = session.run("echo one; read line; echo two", {
    onOutput: (text) => {
      pieces.push(text);
      isTold();
    },
  });
  await first;
  assert.match(pieces.join(""), /^one\n/);
  await session.writeText("go\r");
  const { output } = await running;
  assert.equal(pieces.join(""), output);
  let chars = 0;
  const long = await session.run("seq 1 200000", {
    timeoutMs: 60_000,
    onOutput: async (text) => {
      chars += text.length;
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  assert.deepEqual([chars, long.truncated], [1_288_895, true]);
  const failing = session.run("echo one; sleep 60", {
    onOutput: () => {
      throw new RangeError("of the caller's own");
    },
  });
  await assert.rejects(failing, RangeError);
  await assert.rejects(session.run("true", { onOutput: 5 as never }), { field: "onOutput", code: "invalid_argument" });
  const after = await session.run("echo still here");
  return [output, after.output];
});

testInEachWorld("a wait counts from the last input, a sequence number or a marker, alike", async (world, t) => {
  const session = await ready(
    world,
    t,
    shell("printf 'ready\\n'; while read -r line; do sleep 0.05; echo \"$line\"; done"),
  );
  const { sequence } = await session.snapshot();
  await session.send(Action.markTranscript("here"));
  await session.submit("word");
  const seen: unknown[] = [];
  for (const since of ["input", sequence, { marker: "here" }] as const) {
    const {
      wasPresentBefore,
      firstSeenSequence,
      sequence: at,
    } = await session.waitFor(Matcher.containsText("word"), { since });
    assert.ok(firstSeenSequence !== undefined && firstSeenSequence > sequence && firstSeenSequence <= at);
    seen.push(wasPresentBefore);
    await assert.rejects(session.waitFor(Matcher.containsText("ready"), { since, timeoutMs: 0 }), /ready/);
  }
  for (const since of [1_000_000, { marker: "nowhere" }])
    await assert.rejects(session.waitFor(Matcher.containsText("word"), { since }), InvalidArgumentError);
  assert.deepEqual(seen, [true, false, false]);
  return seen;
});

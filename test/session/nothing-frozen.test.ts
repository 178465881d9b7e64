import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay, setImmediate as immediate } from "node:timers/promises";
import { InputBacklogError, Matcher, SessionClosedError } from "ptywright";
import { fixture, shell } from "../support/fixture.js";
import { longestBlockMs } from "../support/loop-delay.js";
import { start } from "../support/session.js";

const MAX_BLOCK_MS = 50;
const MIB = 1_048_576;

/** What a child prints, as a line of shell, and the text that must be on the screen after it. */
const hostile: [title: string, script: string][] = [
  ["CSI 10000000 S", "printf '\\033[10000000S'"],
  ["CSI 10000000 T", "printf '\\033[10000000T'"],
  ["CSI 10000000 L", "printf '\\033[10000000L'"],
  ["CSI 10000000 M", "printf '\\033[10000000M'"],
  ["CSI 2147483647 b", "printf 'x\\033[2147483647b'"],
  ["1 MB of CSI 24 S", "yes \"$(printf '\\033[24S')\" | head -c 1000000 | tr -d '\\n'"],
  ["a 20 MB OSC string", "printf '\\033]0;'; head -c 20000000 /dev/zero | tr '\\0' x; printf '\\007'"],
  ["a 20 MB DCS string", "printf '\\033P'; head -c 20000000 /dev/zero | tr '\\0' x; printf '\\033\\\\'"],
  ["a 20 MB APC string", "printf '\\033_'; head -c 20000000 /dev/zero | tr '\\0' x; printf '\\033\\\\'"],
];

for (const [title, script] of hostile)
  test(`T7: is not held up by ${title}`, async (t) => {
    const session = await start(t, shell(`${script}; printf '\\033[2J\\033[Hstill here'; sleep 1000`));
    const before = process.memoryUsage().rss;
    const blockedMs = await longestBlockMs(async () => {
      await session.waitFor(Matcher.containsText("still here"));
    });
    const grownMib = (process.memoryUsage().rss - before) / MIB;
    t.diagnostic(`longest block ${blockedMs.toFixed(1)} ms, memory +${grownMib.toFixed(1)} MiB`);
    assert.ok(blockedMs <= MAX_BLOCK_MS, `the event loop was blocked for ${blockedMs} ms`);
    assert.ok(grownMib < 64, `memory grew by ${grownMib} MiB`);
  });

test("B12: is not held up by a flood from a child that closed its terminal and opened it again", async (t) => {
  const script = "exec < /dev/null > /dev/null 2>&1; sleep 0.5; exec > /dev/tty; exec cat /dev/zero";
  const session = await start(t, shell(script));
  const blockedMs = await longestBlockMs(async () => {
    for await (const event of session.events()) if (event.type === "changed" && event.sequence > 100) break;
  });
  t.diagnostic(`longest block ${blockedMs.toFixed(1)} ms`);
  assert.ok(blockedMs <= MAX_BLOCK_MS, `the event loop was blocked for ${blockedMs} ms`);
});

test("B12, O2: is not held up by a flood, which another session does not notice", async (t) => {
  const flood = await start(t, shell("yes 'the quick brown fox'"));
  const quiet = await start(t, { program: "/bin/cat" });
  await flood.waitFor(Matcher.containsText("fox"));
  const startSequence = flood.sequence;
  const before = process.memoryUsage().rss;
  const blockedMs = await longestBlockMs(async () => {
    for (let i = 0; i < 200; i++) {
      const seen = quiet.waitFor(Matcher.containsText(`round ${i}\nround ${i}`), { timeoutMs: 5000 });
      await quiet.writeText(`round ${i}\n`);
      await seen;
    }
  });
  const grownMib = (process.memoryUsage().rss - before) / MIB;
  t.diagnostic(
    `longest block ${blockedMs.toFixed(1)} ms, ${flood.sequence - startSequence} batches of the flood meanwhile`,
  );
  assert.ok(flood.sequence > startSequence + 10, "the flood must have been running");
  assert.ok(blockedMs <= MAX_BLOCK_MS, `the event loop was blocked for ${blockedMs} ms`);
  assert.ok(grownMib < 64, `memory grew by ${grownMib} MiB`);
});

test("B7: is idle while a child does not read 64 MiB, refuses more, and still kills at once", async (t) => {
  const session = await start(t, fixture("never-reads.sh"));
  await session.waitFor(Matcher.containsText("ready"));
  const rssBefore = process.memoryUsage().rss;
  const blockedSend = session.writeText("x".repeat(64 * MIB));
  const outcome = assert.rejects(blockedSend, SessionClosedError);
  await assert.rejects(session.writeText("more"), InputBacklogError);
  // Measured over a stretch of time in which nothing may happen: there is no event to wait for. The collector may be busy in the first.
  let share = Infinity;
  for (let stretch = 0; stretch < 3 && share > 0.02; stretch++) {
    const cpuBefore = process.cpuUsage();
    const wallBefore = performance.now();
    await delay(1000);
    const cpu = process.cpuUsage(cpuBefore);
    share = Math.min(share, (cpu.user + cpu.system) / 1000 / (performance.now() - wallBefore));
  }
  const grownMib = (process.memoryUsage().rss - rssBefore) / MIB;
  t.diagnostic(`${(share * 100).toFixed(2)} % of a core while blocked, memory +${grownMib.toFixed(0)} MiB`);
  // The caller's text and its bytes: twice 64 MiB, and nothing else.
  assert.ok(grownMib < 160, `memory grew by ${grownMib} MiB`);
  assert.ok(share <= 0.02, `${share * 100} % of a core while the write was blocked`);
  session.resize({ rows: 30, cols: 100 });
  await session.kill();
  await outcome;
});

test("B7: bounds what small actions may pile up behind a child that does not read", async (t) => {
  const session = await start(t, fixture("never-reads.sh"));
  await session.waitFor(Matcher.containsText("ready"));
  void assert.rejects(session.writeText("x".repeat(MIB / 2)), SessionClosedError);
  let taken = 0;
  const queued: Promise<unknown>[] = [];
  for (; taken < 100_000; taken++) {
    const sent = session.sendKey("enter");
    const refused = await Promise.race([
      sent.then(
        () => undefined,
        (error: unknown) => error,
      ),
      immediate(),
    ]);
    if (refused instanceof InputBacklogError) break;
    queued.push(sent.catch((error: unknown) => error));
  }
  assert.ok(taken > 100 && taken <= 16_384, `${taken} keys were taken`);
  await session.kill();
  await Promise.all(queued);
});

test("B12: holds the child back instead of filling the memory when the consumer is slow", async (t) => {
  const session = await start(t, shell("yes"));
  await session.waitFor(Matcher.containsText("y"));
  const before = process.memoryUsage().rss;
  const stop = session.on("changed", () => {
    const until = performance.now() + 5;
    while (performance.now() < until);
  });
  await assert.rejects(session.waitFor(Matcher.containsText("never"), { timeoutMs: 1500 }));
  stop();
  const grownMib = (process.memoryUsage().rss - before) / MIB;
  assert.ok(grownMib < 32, `memory grew by ${grownMib} MiB`);
});

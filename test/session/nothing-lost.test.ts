import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "ptywright";
import { Matcher } from "ptywright";
import { fifo } from "../support/fifo.js";
import { fixture, shell } from "../support/fixture.js";
import { start } from "../support/session.js";

/** 1,000 in `npm run soak`, and in `npm run test:nodes`, which runs this file on every supported Node. */
const RUNS = Number(process.env.PTYWRIGHT_TAIL_RUNS ?? 10);
/** How many exits must be told in time. Among other tests the processor is often somebody else's. */
const IN_TIME = process.env.PTYWRIGHT_TAIL_RUNS === undefined ? 0.5 : 0.95;

const percentile = (values: number[], part: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

test(`B1: keeps the last line of ${RUNS} children that print 1.4 MB and exit`, async (t) => {
  let lost = 0;
  let early = 0;
  const afterDeathMs: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const session = await start(t, fixture("prints-much-then-exits.sh"));
    let sequenceAtExit = -1;
    session.on("exited", () => (sequenceAtExit = session.sequence));
    const status = await session.wait();
    const seenAt = performance.timeOrigin + performance.now();
    assert.deepEqual(status, { exitCode: 0, signal: null });
    const tail = /214999\r\n215000\r\ndied at (\d+) END$/.exec(session.transcript());
    if (tail === null) lost++;
    else afterDeathMs.push(seenAt - Number(BigInt(tail[1]) / 1000n) / 1000);
    await session.close();
    if (session.sequence !== sequenceAtExit) early++;
  }
  t.diagnostic(
    `exit reported p50 ${percentile(afterDeathMs, 0.5).toFixed(1)} ms, p95 ${percentile(afterDeathMs, 0.95).toFixed(1)} ms ` +
      `after the last word of the child; Node ${process.version}, libuv ${process.versions.uv}`,
  );
  assert.equal(lost, 0, "children whose last line was lost");
  assert.equal(early, 0, "exits that were reported before the last output");
  const inTimeMs = percentile(afterDeathMs, IN_TIME);
  assert.ok(inTimeMs <= 50, `${IN_TIME * 100} % of the exits must be told within 50 ms, not ${inTimeMs}`);
});

test("B1: sees every byte of a large output in order", async (t) => {
  const session = await start(t, shell("seq 1 300000"), { transcriptMaxChars: 4_000_000 });
  await session.wait();
  const expected = Array.from({ length: 300_000 }, (_, i) => `${i + 1}\r\n`).join("");
  assert.ok(session.transcript() === expected, "the transcript differs from what was written");
});

test("B1: sees every byte of floods that come together, whoever reads them", async (t) => {
  const expected = Array.from({ length: 600_000 }, (_, i) => `${i + 1}\r\n`).join("");
  // The first is large enough for a thread to read the others along.
  for (const count of [1, 3]) {
    const started = Array.from({ length: count }, () =>
      start(t, shell("seq 1 600000"), { transcriptMaxChars: expected.length }),
    );
    const sessions = await Promise.all(started);
    await Promise.all(sessions.map((session) => session.wait()));
    for (const session of sessions)
      assert.ok(session.transcript() === expected, "a transcript differs from what was written");
  }
});

test("B1: a session that is closed in the middle of a flood takes nothing from the others", async (t) => {
  const expected = Array.from({ length: 600_000 }, (_, i) => `${i + 1}\r\n`).join("");
  const whole = await start(t, shell("seq 1 600000"), { transcriptMaxChars: expected.length });
  for (let i = 0; i < 3; i++) {
    const flood = await start(t, shell("exec yes"));
    let changes = 0;
    // From inside a batch, while more of it is being read.
    const closed = new Promise<unknown>((resolve) =>
      flood.on("changed", () => {
        if (++changes === 100) resolve(flood.close());
      }),
    );
    await closed;
    assert.match(flood.transcript(), /^(y\r\n|\n|\r\n)(y\r\n)*y?\r?$/);
  }
  await whole.wait();
  assert.ok(whole.transcript() === expected, "the transcript differs from what was written");
});

test("B6: reports the exit within 300 ms although a grandchild keeps the terminal open, and still sees what that one writes", async (t) => {
  const go = fifo(t);
  const ended = async (): Promise<{ session: Session; tookMs: number }> => {
    const session = await start(t, fixture("leaves-writer-behind.sh", go.path));
    await session.waitFor(Matcher.containsText("leader done"));
    const before = performance.now();
    assert.deepEqual(await session.wait(), { exitCode: 0, signal: null });
    const tookMs = performance.now() - before;
    assert.doesNotMatch(session.transcript(), /late/);
    return { session, tookMs };
  };
  let { session, tookMs } = await ended();
  // Others may have the processor in any single attempt.
  for (let attempt = 1; attempt < 5 && tookMs > 300; attempt++) {
    await session.close();
    ({ session, tookMs } = await ended());
  }
  assert.ok(tookMs <= 300, `${tookMs} ms after its last word`);
  const seen = new Promise<void>((resolve) => {
    session.on("changed", () => {
      if (session.transcript().includes("late: hello\r\n")) resolve();
    });
  });
  go.write("hello\n");
  await seen;
});

test("B6: does not kill a child that closes its own side of the terminal, and reads and types when it opens it again", async (t) => {
  const go = fifo(t);
  const script = [
    "tty=$(tty); echo first; exec < /dev/null > /dev/null 2>&1",
    `read -r line < ${go.path}`,
    'exec < $tty > $tty; echo "back $line"; read -r typed; echo "read $typed"; exit 3',
  ].join("; ");
  const session = await start(t, shell(script));
  await session.waitFor(Matcher.containsText("first"));
  go.write("hello\n");
  await session.waitFor(Matcher.containsText("back hello"), { timeoutMs: 5000 });
  await session.writeText("words\r");
  await session.waitFor(Matcher.containsText("read words"), { timeoutMs: 5000 });
  assert.deepEqual(await session.wait(), { exitCode: 3, signal: null });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { longestOwnBlockMs } from "../../base/loop-block.test.support.js";
import { Matcher } from "../matcher/index.js";
import { evilPatterns } from "../../base/evil-patterns.test.support.js";
import { SessionView } from "./session-view.js";
import { SinceBoundaries } from "./since-boundary.js";
import { PendingWaits } from "./pending-waits.js";

/** Just large enough to be searched elsewhere. */
const SIDE = 200;
const LARGEST_SIDE = 1000;
const MAX_BLOCK_MS = 50;
/** Takes long, and matches every text. */
const SLOW = String.raw`(\w+\s?)*$`;

/** A session without a process. */
class Screen {
  readonly view: SessionView;
  readonly waits: PendingWaits;

  constructor(text: string, side = SIDE) {
    const size = { rows: side, cols: side, pixelWidth: 0, pixelHeight: 0 };
    this.view = new SessionView(size, {}, () => undefined);
    const boundaries = new SinceBoundaries(this.view, () => undefined);
    this.waits = new PendingWaits(this.view, { boundaries, timeoutMs: 30_000, about: () => ({ unreadInputBytes: 0 }) });
    this.show(text);
  }

  show(text: string): void {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at = this.view.terminal.write(bytes, at, bytes.length);
    this.view.batchTaken(bytes);
    void this.waits.changed();
  }

  exit(): void {
    this.view.exitStatus = { exitCode: 0, signal: null };
    this.waits.lookAgain();
  }
}

const FULL = "a".repeat(SIDE * SIDE - 1);

for (const [pattern, text] of evilPatterns(LARGEST_SIDE * LARGEST_SIDE - 1))
  test(`P7: ${pattern} on a full screen of 1000 by 1000 holds nobody up`, async () => {
    const screen = new Screen(text, LARGEST_SIDE);
    let best = Infinity;
    // A collection of garbage may fall into any single attempt.
    for (let attempt = 0; attempt < 4 && best > MAX_BLOCK_MS; attempt++) {
      const block = await longestOwnBlockMs(async () => {
        const waiting = screen.waits.waitFor(Matcher.screenRegex(pattern), { timeoutMs: 60_000 });
        // It goes on changing while it is searched, and once more when nothing follows.
        for (let change = 0; change < 5; change++) {
          screen.show("\x1b7\x1b]2;title\x07\x1b8");
          await immediate();
        }
        screen.exit();
        await waiting.catch((error: unknown) => assert.match(String(error), /ended|exited/));
        screen.view.exitStatus = undefined;
      });
      best = Math.min(best, block);
    }
    assert.ok(best <= MAX_BLOCK_MS, `the event loop stood still for ${best} ms`);
  });

test("P7: what a large screen showed last is searched, however much it changed while it was", async () => {
  const screen = new Screen(FULL);
  const waiting = screen.waits.waitFor(Matcher.screenRegex(String.raw`(\w+\s?)*<(\d+)>$`), {});
  for (let change = 1; change <= 50; change++) {
    screen.show(`\x1b[${SIDE};${SIDE - 8}H${change === 50 ? "<1234>" : `..${change}.. `}\x1b[K`);
    await immediate();
  }
  const { outcome, snapshot, sequence } = await waiting;
  assert.equal(outcome.kind, "screen_regex");
  assert.ok(snapshot.plainText.endsWith("<1234>"));
  assert.deepEqual([sequence, snapshot.sequence], [51, 51]);
});

test("P7: a match on a large screen comes with the screen that was searched", async () => {
  const screen = new Screen(FULL);
  const waiting = screen.waits.waitFor(Matcher.screenRegex("(a+)+$"), {});
  screen.show("\x1b[2J\x1b[Hgone");
  const { snapshot, sequence } = await waiting;
  assert.equal(snapshot.plainText, FULL);
  assert.equal(sequence, 1);
});

test("P7: a screen that becomes large during a wait is searched elsewhere from then on, until the wait's time is up", async () => {
  const screen = new Screen("small");
  const waiting = screen.waits.waitFor(Matcher.screenRegex("(a+)+b$"), { timeoutMs: 300 });
  const block = await longestOwnBlockMs(async () => {
    await immediate();
    screen.show(`\x1b[H${FULL}`);
    await assert.rejects(waiting, { code: "wait_timeout" });
  });
  assert.ok(block <= 200, `filling it and the search took ${block} ms`);
});

test("P7: one look at a large screen waits for its answer, and a miss is a time-out", async () => {
  const screen = new Screen(`${FULL}!`);
  const found = await screen.waits.waitFor(Matcher.screenRegex("(a+)!$"), { timeoutMs: 0 });
  assert.deepEqual(found.outcome, { kind: "screen_regex", pattern: "(a+)!$", capture: FULL });
  await assert.rejects(screen.waits.waitFor(Matcher.screenRegex("([ab]+)+[ab]$"), { timeoutMs: 0 }), {
    code: "wait_timeout",
    message: /too large to tell/,
  });
});

test("P7: what is at once clear on a large screen is told at once", async () => {
  const screen = new Screen(FULL);
  const order: string[] = [];
  const slow = screen.waits.waitFor(Matcher.screenRegex(SLOW), {}).then(() => order.push("slow"));
  const quick = screen.waits.waitFor(Matcher.any([Matcher.screenRegex(SLOW), Matcher.containsText("aaa")]), {});
  assert.equal((await quick.then((result) => (order.push("quick"), result))).outcome.kind, "any");
  await slow;
  assert.deepEqual(order, ["quick", "slow"]);
});

test("P7: stillness counts on a large screen from the last change", async () => {
  const screen = new Screen(FULL);
  const both = Matcher.all([Matcher.screenRegex(SLOW), Matcher.screenStable(150)]);
  const startedAt = performance.now();
  const { outcome } = await screen.waits.waitFor(both, {});
  assert.equal(outcome.kind, "all");
  assert.ok(performance.now() - startedAt >= 149);
});

test("P7: a wait for a large screen can be cancelled, and others go on", async () => {
  const screen = new Screen(FULL);
  const abort = new AbortController();
  const waits = Array.from({ length: 20 }, () =>
    screen.waits.waitFor(Matcher.screenRegex("(a+)+b$"), { signal: abort.signal }),
  );
  const kept = screen.waits.waitFor(Matcher.screenRegex(SLOW), {});
  abort.abort();
  for (const wait of waits) await assert.rejects(wait, { code: "wait_cancelled" });
  assert.equal((await kept).outcome.kind, "screen_regex");
});

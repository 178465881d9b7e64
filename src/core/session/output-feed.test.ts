import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { mock, test } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import type { PtyOutput } from "../pty/index.js";
import { Terminal } from "../screen/index.js";
import { OutputFeed } from "./output-feed.js";

/** Output that arrives piece by piece in one buffer, as from a terminal. */
class Pieces implements PtyOutput {
  readonly buffer: Buffer;
  readonly #lengths: number[];
  bytes: Uint8Array;

  constructor(...pieces: string[]) {
    this.buffer = Buffer.from(pieces.join(""));
    this.#lengths = pieces.map((piece) => Buffer.byteLength(piece));
    this.bytes = this.buffer.subarray(0, this.#lengths.shift());
  }

  readMore(): boolean {
    const length = this.#lengths.shift();
    if (length === undefined) return false;
    this.bytes = this.buffer.subarray(0, this.bytes.length + length);
    return true;
  }

  readAll(): Uint8Array {
    while (this.readMore());
    return this.bytes;
  }

  stop(): void {
    this.#lengths.length = 0;
  }
}

function feedInto(): { terminal: Terminal; batches: string[]; feed: OutputFeed; caughtUp: () => number } {
  const terminal = new Terminal({ rows: 3, cols: 20, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  const batches: string[] = [];
  let times = 0;
  const feed = new OutputFeed(
    terminal,
    (bytes) => {
      batches.push(Buffer.from(bytes).toString());
      return undefined;
    },
    () => times++,
  );
  return { terminal, batches, feed, caughtUp: () => times };
}

/** So that a busy machine ends no batch early. */
function stopClock(t: TestContext): void {
  const now = performance.now();
  t.mock.method(performance, "now", () => now);
}

test("what is read while a piece is parsed belongs to the same batch", (t) => {
  stopClock(t);
  const { terminal, batches, feed } = feedInto();
  assert.equal(feed.feed(new Pieces("one ", "two ", "three")), true);
  assert.deepEqual(batches, ["one two three"]);
  assert.equal(terminal.plainText, "one two three");
});

test("a frame ends a batch also where a piece ends", (t) => {
  stopClock(t);
  const { batches, feed } = feedInto();
  const [first, second] = ["\x1b[?2026hone\x1b[?2026l", "\x1b[?2026htwo\x1b[?2026l"];
  feed.feed(new Pieces(first, second, "rest"));
  assert.deepEqual(batches, [first, second, "rest"]);
});

test("after a long turn the rest is kept, though the reader uses its buffer for others", async () => {
  const { terminal, batches, feed, caughtUp } = feedInto();
  const output = new Pieces(`${"\0".repeat(10_000)}the rest`, " and what came later");
  let now = 0;
  const clock = mock.method(performance, "now", () => (now += 10));
  assert.equal(feed.feed(output), false);
  clock.mock.restore();
  output.buffer.fill("x");
  assert.equal(feed.isBusy, true);
  await immediate();
  assert.equal(feed.isBusy, false);
  assert.equal(caughtUp(), 1);
  assert.equal(terminal.plainText, "the rest");
  assert.equal(batches.join("").replaceAll("\0", ""), "the rest");
});

test("B12: once many have taken of a turn of the event loop, each gets a slice of it, and all of the next one", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const slow = feedInto();
  await immediate();
  // Two of them take six milliseconds each: together the share of all sessions.
  for (let i = 0; i < 2; i++) {
    const feed = new OutputFeed(
      slow.terminal,
      () => ((now += 6), undefined),
      () => undefined,
    );
    feed.feed(new Pieces("flood"));
  }
  t.mock.method(performance, "now", () => (now += 0.01));
  const { batches, feed } = feedInto();
  assert.equal(feed.feed(new Pieces("one ", "two")), true);
  assert.deepEqual(batches, ["one "], "the rest stays in the kernel");
  await immediate();
  feed.feed(new Pieces("three ", "four"));
  assert.deepEqual(batches, ["one ", "three four"]);
});

test("a batch is no larger than somebody can see at once", (t) => {
  stopClock(t);
  const batches: number[] = [];
  const terminal = new Terminal({ rows: 3, cols: 20, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  let limit = 1_000;
  const feed = new OutputFeed(
    terminal,
    (bytes) => {
      batches.push(bytes.length);
      if (batches.length === 3) limit = Infinity;
      return undefined;
    },
    () => undefined,
    () => limit,
  );
  assert.ok(feed.feed(new Pieces("x".repeat(2_500), "y".repeat(20_000))));
  assert.deepEqual(batches, [1_000, 1_000, 1_000, 19_500]);
});

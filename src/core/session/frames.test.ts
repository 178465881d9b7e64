import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { FRAME_LIMIT_MS } from "../../base/index.js";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { SessionView } from "./session-view.js";
import { OutputFeed } from "./output-feed.js";

const SIZE = { rows: 8, cols: 40, pixelWidth: 0, pixelHeight: 0 };
const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";
const FRAMES = 1_000;

/** Clears the screen and draws every row anew: whatever stands beside the rows of one frame is not of it. */
const frame = (number: number): string =>
  `${BEGIN}\x1b[2J${Array.from({ length: 6 }, (_, row) => `\x1b[${row + 1};1Hframe ${number} row ${row}`).join("")}\x1b]2;${number}\x07${END}`;

/** What a program that draws frames may write between them. */
const between = (random: SeededRandom): string =>
  random.pick(["", "\x1b[7;1H\x1b[2Knoise", `\x1b[8;1H${"x".repeat(random.below(39))}`, "\x1b[31m", "\x1b[?25l"]);

function sessionOf(onBatch: (view: SessionView) => void): { view: SessionView; feed: (bytes: Uint8Array) => void } {
  const view = new SessionView(SIZE, {}, () => undefined);
  const output = new OutputFeed(
    view.terminal,
    (bytes) => {
      view.batchTaken(bytes);
      onBatch(view);
      return undefined;
    },
    () => undefined,
  );
  return {
    view,
    feed: (bytes) => void output.feed({ bytes, readMore: () => false, readAll: () => bytes, stop: () => undefined }),
  };
}

test(`W9: ${FRAMES} frames in a flood, cut anywhere: each is seen once, and none is torn`, async (t) => {
  // So that a busy machine ends no batch early, and all is fed at once.
  const now = performance.now();
  t.mock.method(performance, "now", () => now);
  const random = SeededRandom.ofRun();
  const seen: number[] = [];
  const sequences = new Set<number>();
  const { feed } = sessionOf((view) => {
    const { lines, title, frame: of, sequence, plainText, cursor } = view.snapshot();
    assert.ok(!sequences.has(sequence), "one sequence number is one view");
    sequences.add(sequence);
    assert.equal(view.screenText, plainText);
    assert.deepEqual([view.cursorRow, view.cursorCol], [cursor.row, cursor.col]);
    assert.equal(of.complete, true);
    if (of.id === 0) return;
    const number = Number(title);
    assert.deepEqual(
      lines.slice(0, 6),
      Array.from({ length: 6 }, (_, row) => `frame ${number} row ${row}`),
      "a torn frame",
    );
    assert.equal(of.id, number + 1);
    if (seen.at(-1) !== number) seen.push(number);
  });
  let text = "";
  for (let number = 0; number < FRAMES; number++) text += frame(number) + between(random);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + 1 + random.below(random.pick([3, 30, 300, 3_000])));
    feed(bytes.subarray(at, end));
    at = end;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: FRAMES }, (_, number) => number),
    `seed ${random.seed}`,
  );
});

test("a frame that never ends is seen after a while, once and by one timer; the next is held again", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { view, feed } = sessionOf(() => undefined);
  let released = 0;
  view.onFrameReleased = () => void released++;
  feed(Buffer.from(`before${BEGIN}\rhalf`));
  const { sequence } = view;
  mock.timers.tick(FRAME_LIMIT_MS - 1);
  feed(Buffer.from("way"));
  assert.deepEqual([view.screenText, view.sequence, released], ["before", sequence + 1, 0]);
  mock.timers.tick(1);
  assert.deepEqual([view.screenText, view.sequence, released], ["halfway", sequence + 2, 1]);
  assert.deepEqual(view.snapshot().frame, { complete: false, id: 0 });
  feed(Buffer.from("!"));
  assert.equal(view.screenText, "halfway!");
  feed(Buffer.from(`${END}${BEGIN}more`));
  assert.equal(view.screenText, "halfway!");
  mock.timers.tick(FRAME_LIMIT_MS);
  assert.deepEqual([view.screenText, released], ["halfway!more", 2]);
});

test("a frame that ends in time starts no clock for the next one", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const { view, feed } = sessionOf(() => undefined);
  feed(Buffer.from(`${BEGIN}1`));
  mock.timers.tick(FRAME_LIMIT_MS - 1);
  feed(Buffer.from(`${END}${BEGIN}2`));
  mock.timers.tick(FRAME_LIMIT_MS - 1);
  assert.equal(view.screenText, "1");
  mock.timers.tick(1);
  assert.equal(view.screenText, "12");
});

test("what was drawn when the program ended is seen", () => {
  const { view, feed } = sessionOf(() => undefined);
  feed(Buffer.from(`before${BEGIN}\rhalf`));
  const { sequence } = view;
  assert.equal(view.outputEnded(), true);
  assert.deepEqual([view.screenText, view.sequence], ["halfre", sequence + 1]);
});

test("what leaves at the top while a frame is drawn is in the scrollback with the frame, and not before", () => {
  const { view, feed } = sessionOf(() => undefined);
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, at) => `line ${from + at}\r\n`).join("");
  feed(Buffer.from(lines(0, 20)));
  const before = view.readScrollback({});
  assert.equal(before.lines.length, view.snapshot().scrollback);
  feed(Buffer.from(`${BEGIN}${lines(20, 60)}`));
  assert.deepEqual(view.readScrollback({}), before);
  assert.equal(view.snapshot().scrollback, before.lines.length);
  assert.deepEqual(view.readScrollback({ find: "line 30" }).lines, []);
  feed(Buffer.from(END));
  const after = view.readScrollback({});
  assert.equal(after.lines.length, view.snapshot().scrollback);
  assert.deepEqual(view.readScrollback({ find: "line 30" }).lines, ["line 30"]);
});

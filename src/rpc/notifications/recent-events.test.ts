import assert from "node:assert/strict";
import test from "node:test";
import type { TurnEvent } from "../../protocol/index.js";
import { RecentEvents } from "./recent-events.js";

const eventsOf = (count: number, chars: number): TurnEvent[] =>
  Array.from({ length: count }, (_, at) => ({ kind: "text_delta", text: "x".repeat(chars), seq: at + 1 }));

/** All that is there, as one who reads takes it. */
function taken(events: RecentEvents): number[][] {
  const pieces: number[][] = [];
  for (let last = 0; last < events.lastSeq; last = pieces.at(-1)?.at(-1) ?? Infinity)
    pieces.push(events.after(last).map(({ seq }) => seq));
  return pieces;
}

test("Small events are kept by number, and given out together.", () => {
  const events = new RecentEvents();
  events.push(eventsOf(1_030, 1));
  const [piece, ...more] = taken(events);
  assert.deepEqual([piece?.length, piece?.[0], piece?.at(-1), more], [1_024, 7, 1_030, []]);
});

test("Large events are kept by what they hold, and given out some at a time.", () => {
  const events = new RecentEvents();
  for (const event of eventsOf(40, 50_000)) events.push([event]);
  const pieces = taken(events);
  assert.deepEqual(
    pieces.flat(),
    Array.from({ length: 20 }, (_, at) => at + 21),
  );
  assert.ok(pieces.every(({ length }) => length === 2));
});

test("One event is kept and given out, however large it is.", () => {
  const events = new RecentEvents();
  events.push(eventsOf(2, 2_000_000));
  assert.deepEqual(taken(events), [[2]]);
});

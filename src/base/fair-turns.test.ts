import assert from "node:assert/strict";
import { test } from "node:test";
import { FairTurns, TurnTaker } from "./fair-turns.js";

const SLICE_MS = 8;

test("who has nothing to wait for goes on at once", () => {
  const turns = new FairTurns(SLICE_MS);
  const taker = new TurnTaker();
  assert.equal(turns.next(taker), undefined);
  turns.spent(taker, SLICE_MS - 1);
  assert.equal(turns.next(taker), undefined, "the slice is not used up");
});

test("R13: once a tick is used up, those who took the least come first, one a tick", async () => {
  const turns = new FairTurns(SLICE_MS);
  const greedy = new TurnTaker();
  turns.spent(greedy, 100);
  const takers = [greedy, ...[5, 3, 4].map((ms) => takerOf(ms)), new TurnTaker()];
  const order: number[] = [];
  await Promise.all(
    takers.map(async (taker, index) => {
      await turns.next(taker);
      order.push(index);
      turns.spent(taker, SLICE_MS);
    }),
  );
  assert.deepEqual(order, [4, 2, 3, 1, 0]);
});

test("what was taken is forgotten with time", () => {
  const taker = takerOf(8);
  const later = performance.now() + 1_000;
  assert.ok(taker.usedMs(later) <= 4.1);
  assert.ok(taker.usedMs(later + 10_000) < 0.01);
});

function takerOf(ms: number): TurnTaker {
  const taker = new TurnTaker();
  taker.use(ms);
  return taker;
}

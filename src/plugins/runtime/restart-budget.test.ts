import assert from "node:assert/strict";
import test from "node:test";
import { RestartBudget } from "./restart-budget.js";

test("P3: There are five restarts in any minute, and the next one is when the oldest is a minute ago.", () => {
  let now = 1_000;
  const budget = new RestartBudget(() => now);
  for (let i = 0; i < 5; i++, now += 10_000) assert.equal(budget.take(), 0);
  assert.equal(budget.take(), 10_000);
  now += 9_999;
  assert.equal(budget.take(), 1);
  now += 1;
  assert.equal(budget.take(), 0);
  assert.equal(budget.take(), 10_000);
});

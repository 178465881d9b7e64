import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_PLUGIN_LOG_CHARS_A_MINUTE } from "../../base/index.js";
import { LogBudget } from "./log-budget.js";

test("L3: a plugin that says too much in a minute is heard again in the next, with how much was dropped", () => {
  let now = 0;
  const budget = new LogBudget(() => now);
  const line = MAX_PLUGIN_LOG_CHARS_A_MINUTE / 4;
  const written = Array.from({ length: 7 }, () => budget.take(line).isWritten);
  assert.deepEqual(written, [true, true, true, true, false, false, false]);
  now = 59_999;
  assert.equal(budget.take(1).isWritten, false);
  now = 60_000;
  assert.deepEqual(budget.take(line), { isWritten: true, dropped: 4 });
  assert.deepEqual(budget.take(line), { isWritten: true, dropped: 0 });
});

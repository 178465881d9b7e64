import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { HoldLimit } from "./hold-limit.js";

const LIMIT_MS = 20;

test("what is held is given out although its timer fired before the time was up", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 1_000;
  context.mock.method(performance, "now", () => now);
  const hold = { limitMs: LIMIT_MS, serial: 1 };
  let told = 0;
  const limit = new HoldLimit(
    () => hold,
    () => told++,
  );
  limit.watch();
  context.mock.timers.tick(LIMIT_MS);
  await immediate();
  assert.equal(told, 0);

  now += LIMIT_MS;
  context.mock.timers.tick(LIMIT_MS);
  await immediate();
  assert.equal(told, 1);
});

test("the time counts from the first byte of a sequence, however often more of it arrives", async () => {
  const hold = { limitMs: 50, serial: 1 };
  let turns = 0;
  await new Promise<void>((resolve, reject) => {
    const limit = new HoldLimit(() => hold, resolve);
    const more = (): void => {
      if (++turns > 100) reject(new Error("it was put off for ever"));
      limit.watch();
      setTimeout(more, 5).unref();
    };
    more();
  });
});

test("nothing is told once nothing is held", async () => {
  let hold: { limitMs: number; serial: number } | undefined = { limitMs: 1, serial: 1 };
  let told = 0;
  const limit = new HoldLimit(
    () => hold,
    () => told++,
  );
  limit.watch();
  hold = undefined;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(told, 0);
});

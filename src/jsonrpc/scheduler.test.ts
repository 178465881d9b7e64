import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim } from "./scheduler.js";
import { Scheduler } from "./scheduler.js";

const exclusive = (lane: string, patienceMs?: number): Claim => ({ lane, mode: "exclusive", patienceMs });

test("a job that loses patience in two lanes, and is let go of by both, begins once", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const scheduler = new Scheduler();
  const before = ["a", "b"].map((lane) => scheduler.enter({ claims: [exclusive(lane)], begin: () => undefined }));
  before.forEach((job) => scheduler.begun(job));
  let begun = 0;
  const waiting = scheduler.enter({ claims: [exclusive("a", 500), exclusive("b", 500)], begin: () => begun++ });
  assert.equal(scheduler.isReady(waiting), false);
  before.forEach((job) => scheduler.finish(job));
  assert.equal(begun, 1);
  t.mock.timers.tick(2_000);
  assert.equal(begun, 1);
  scheduler.finish(waiting);
  assert.equal(scheduler.isIdle, true);
});

test("patience ends the wait for who has begun, and a later end of that one changes nothing", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const scheduler = new Scheduler();
  const stuck = scheduler.enter({ claims: [exclusive("a")], begin: () => undefined });
  scheduler.begun(stuck);
  let begun = 0;
  const waiting = scheduler.enter({ claims: [exclusive("a", 500)], begin: () => begun++ });
  t.mock.timers.tick(499);
  assert.equal(begun, 0);
  t.mock.timers.tick(1);
  assert.equal(begun, 1);
  scheduler.finish(stuck);
  scheduler.finish(waiting);
  assert.deepEqual([begun, scheduler.isIdle], [1, true]);
});

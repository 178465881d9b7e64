import assert from "node:assert/strict";
import test from "node:test";
import { PredicateInstance } from "./predicate-instance.js";

test("An instance that nobody asks for half a minute is ended, but never in the middle of an answer.", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const happened: string[] = [];
  let answer: (value: null) => void = () => undefined;
  const worker = {
    call: () => new Promise<null>((resolve) => (answer = resolve)),
    close: async () => void happened.push("closed"),
  };
  const instance = new PredicateInstance(Promise.resolve(worker), () => happened.push("told"));
  for (const ms of [29_999, 30_000]) {
    const call = instance.call("p", null);
    await Promise.resolve();
    await Promise.resolve();
    t.mock.timers.tick(60_000);
    assert.ok(!instance.isIdle && !instance.isClosing);
    answer(null);
    await call;
    t.mock.timers.tick(ms);
  }
  assert.ok(instance.isClosing);
  await instance.close();
  assert.deepEqual(happened, ["closed", "told"]);
});

test("An instance that does not load is not asked again.", async () => {
  const instance = new PredicateInstance(Promise.reject(new Error("no")), () => undefined);
  await assert.rejects(instance.call("p", null), /no/);
  assert.ok(instance.isClosing);
});

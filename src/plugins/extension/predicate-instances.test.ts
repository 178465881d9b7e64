import assert from "node:assert/strict";
import test from "node:test";
import { builtInPlugin } from "../manifest/index.js";
import { PredicateInstances } from "./predicate-instances.js";

test("When too many sessions ask, the one that asked longest ago makes room; while all are busy, none does.", async () => {
  const answers: (() => void)[] = [];
  const worker = {
    call: () => new Promise<null>((resolve) => answers.push(() => resolve(null))),
    close: () => Promise.resolve(),
  };
  const instances = new PredicateInstances(async () => worker);
  const plugin = builtInPlugin("shell");
  const all = Array.from({ length: 64 }, () => instances.use(undefined, plugin));
  const calls = all.map((instance) => instance.call("p", null));
  assert.throws(() => instances.use(undefined, plugin), /64 sessions ask plugins at this moment/);
  await new Promise(setImmediate);
  for (const answer of answers) answer();
  await Promise.all(calls);
  assert.equal(instances.use(all[0], plugin), all[0]);
  instances.use(undefined, plugin);
  assert.deepEqual([all[0]?.isClosing, all[1]?.isClosing, all[2]?.isClosing], [false, true, false]);
  await instances.end();
});

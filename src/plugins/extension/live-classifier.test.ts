import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { Session } from "../../core/session/index.js";
import { LiveClassifier } from "./live-classifier.js";

const STABLE_MS = 300;

/** A session that is still until it is changed, and how still it was at each look since the last change. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const events = new EventEmitter();
  let stableMs = 0;
  let looks: number[] = [];
  const session = {
    on: (name: string, listener: () => void) => {
      events.on(name, listener);
      return () => events.off(name, listener);
    },
    moment: () => ({ stableMs }),
  };
  const live = new LiveClassifier(session as unknown as Session, STABLE_MS, () => {
    looks.push(stableMs);
    return Promise.resolve();
  });
  t.after(() => live.stop());
  live.start();
  return {
    live,
    change: () => {
      stableMs = 0;
      looks = [];
      events.emit("changed");
    },
    /** Nothing changes for so long. */
    rest: async (ms: number, stepMs = 50) => {
      for (let past = 0; past < ms; past += stepMs) {
        stableMs += stepMs;
        t.mock.timers.tick(stepMs);
        await Promise.resolve();
      }
    },
    looksWhenStill: () => looks.filter((ms) => ms >= STABLE_MS),
  };
}

test("what stays as it is is looked at when a turn would have ended, and ever less often after that", async (t) => {
  const { change, rest, looksWhenStill } = watched(t);
  await rest(120_000);
  assert.deepEqual(looksWhenStill(), [300, 1_000, 3_000, 10_000, 30_000]);
  change();
  await rest(2_000);
  assert.deepEqual(looksWhenStill(), [300, 1_000]);
  change();
  await rest(120_000);
  assert.deepEqual(looksWhenStill(), [300, 1_000, 3_000, 10_000, 30_000]);
});

test("times that passed while this process did not run are one look", async (t) => {
  const { rest, looksWhenStill } = watched(t);
  await rest(50);
  await rest(5_000, 5_000);
  await rest(120_000);
  assert.deepEqual(looksWhenStill(), [5_050, 10_000, 30_000]);
});

test("nobody listens: nothing is looked at", async (t) => {
  const { live, rest, looksWhenStill } = watched(t);
  await rest(500);
  live.stop();
  await rest(120_000);
  assert.deepEqual(looksWhenStill(), [300]);
});

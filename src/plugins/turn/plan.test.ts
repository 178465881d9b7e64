import assert from "node:assert/strict";
import { test } from "node:test";
import { Action } from "../../core/action/index.js";
import { PlanInterruptedError } from "../../base/index.js";
import { Matcher } from "../../core/matcher/index.js";
import type { Session } from "../../core/session/index.js";
import { carryOut } from "./plan.js";

const EXPECTS_THEN_TYPES = {
  steps: [{ type: "expect", matcher: Matcher.containsText("safe"), message: "not safe" }, Action.text("k")],
} as const;

/** A session whose screen goes on to the next moment while a look at one is under way, as often as there are moments. */
function changing(moments: number) {
  const session = {
    sequence: 1,
    looks: [] as number[],
    sent: 0,
    waitFor: async () => {
      const { sequence } = session;
      session.looks.push(sequence);
      if (sequence <= moments) session.sequence++;
      return Promise.resolve({ sequence });
    },
    send: async () => {
      session.sent++;
      return Promise.resolve();
    },
  };
  return session;
}

test("what came while an expect was judged is judged as well, before anything is sent", async () => {
  const session = changing(3);
  await carryOut(EXPECTS_THEN_TYPES, session as unknown as Session);
  assert.deepEqual([session.looks, session.sent], [[1, 2, 3, 4], 1]);
});

test("nothing is sent where the screen changes during every look", async () => {
  const session = changing(Infinity);
  await assert.rejects(carryOut(EXPECTS_THEN_TYPES, session as unknown as Session), PlanInterruptedError);
  assert.deepEqual([session.looks.length, session.sent], [20, 0]);
});

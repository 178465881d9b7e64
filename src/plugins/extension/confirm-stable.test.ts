import assert from "node:assert/strict";
import { test } from "node:test";
import { WaitCancelledError } from "../../base/index.js";
import type { MatchOutcome } from "../../core/matcher/index.js";
import type { MatchResult } from "../../core/session/index.js";
import type { Look } from "./classifier.js";
import { confirmStable } from "./confirm-stable.js";

const STILL: MatchOutcome = {
  kind: "any",
  matched: {
    kind: "all",
    matched: [{ kind: "process_exited" }, { kind: "screen_stable", minMs: 300 }],
  },
};

const matchAt = (sequence: number, outcome: MatchOutcome = STILL): MatchResult =>
  ({ sequence, outcome }) as MatchResult;
const lookAt = (sequence: number): Look => {
  const event = { kind: "text_delta", seq: sequence, text: "" } as const;
  return { state: { state: `at ${sequence}`, events: [event] }, moment: { sequence } } as unknown as Look;
};

/** Looks and waits that find these numbers, one after the other. */
function found(looks: readonly number[], waits: readonly (number | Error)[]) {
  const left = { looks: [...looks], waits: [...waits] };
  return {
    left,
    look: () => Promise.resolve(lookAt(left.looks.shift() ?? NaN)),
    again: () => {
      const next = left.waits.shift();
      return typeof next === "number" ? Promise.resolve(matchAt(next)) : Promise.reject(next ?? new Error("no more"));
    },
  };
}

test("what is still is looked at once", async () => {
  const how = found([7], []);
  const {
    look: { state },
    match,
  } = await confirmStable(matchAt(7), how);
  assert.deepEqual([state.state, match.sequence], ["at 7", 7]);
});

test("what has moved since it was still is waited for again, and no event of the looks is lost", async () => {
  const how = found([8, 9, 9], [8, 9]);
  const {
    look: { state },
    match,
  } = await confirmStable(matchAt(7), how);
  assert.deepEqual([state.state, match.sequence], ["at 9", 9]);
  assert.deepEqual(
    state.events?.map(({ seq }) => seq),
    [8, 9, 9],
  );
});

test("what was not waited for as still may move", async () => {
  const how = found([8], []);
  const {
    look: { state },
  } = await confirmStable(matchAt(7, { kind: "contains_text", text: "x" }), how);
  assert.equal(state.state, "at 8");
});

test("a wait that fails leaves what was seen; one that is cancelled does not", async () => {
  const {
    look: { state },
    match,
  } = await confirmStable(matchAt(7), found([8], [new Error("time is up")]));
  assert.deepEqual([state.state, match.sequence], ["at 8", 7]);
  const cancelled = new WaitCancelledError("cancelled");
  await assert.rejects(confirmStable(matchAt(7), found([8], [cancelled])), cancelled);
});

test("a program that never rests is not waited for without end", async () => {
  const numbers = Array.from({ length: 20 }, (_, i) => i * 2);
  const how = found(
    numbers,
    numbers.map((number) => number + 1),
  );
  await confirmStable(matchAt(-1), how);
  assert.equal(how.left.looks.length, 14);
});

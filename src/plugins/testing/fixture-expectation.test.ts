import assert from "node:assert/strict";
import { test } from "node:test";
import { FixtureError } from "./errors.js";
import { expectationFrom, expectationText } from "./fixture-expectation.js";

const WHOLE = {
  state: "ready",
  evidence: "a prompt",
  min_confidence: 0.5,
  metadata: { some_key: [1] },
  last_intent: "sent",
  stable_ms: 0,
};

test("an expectation is read with the library's names, and written as it was", () => {
  const read = expectationFrom(JSON.stringify(WHOLE), "x.json");
  assert.deepEqual(read, {
    state: "ready",
    evidence: "a prompt",
    minConfidence: 0.5,
    metadata: { some_key: [1] },
    lastIntent: "sent",
    stableMs: 0,
  });
  assert.deepEqual(JSON.parse(expectationText(read)), WHOLE);
  assert.equal(expectationText({ state: "x" }), '{\n  "state": "x"\n}\n');
});

for (const [json, message] of [
  ["{", /^x\.json: not valid JSON: /],
  ["[]", /^x\.json: must be an object such as \{"state": "ready"\}, got an array$/],
  ["null", /must be an object/],
  ["{}", /^x\.json: state is missing/],
  ['{"state": ""}', /^x\.json: state must not be empty$/],
  ['{"state": "a", "min_confidence": 2}', /min_confidence must be a number from 0 to 1, got 2$/],
  ['{"state": "a", "stable_ms": 1.5}', /stable_ms must be a whole number of 0 or more, got 1.5$/],
  ['{"state": "a", "last_intent": 1}', /last_intent must be a string, got 1$/],
  ['{"state": "a", "minConfidence": 1}', /there is no "minConfidence"; there are state, /],
  ['{"state": "a", "toString": 1}', /there is no "toString"/],
] as const)
  test(`the expectation ${json} is refused with ${message.source}`, () => {
    assert.throws(
      () => expectationFrom(json, "x.json"),
      (error) => error instanceof FixtureError && error.path === "x.json" && message.test(error.message),
    );
  });

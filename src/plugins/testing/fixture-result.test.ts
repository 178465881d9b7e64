import assert from "node:assert/strict";
import { test } from "node:test";
import { describeResult } from "./describe-result.js";
import type { FixtureExpectation } from "./fixture-expectation.js";
import type { SeenState } from "./fixture-result.js";
import { adjusted, compared } from "./fixture-result.js";

const SEEN: SeenState = {
  state: "ready",
  confidence: 0.8,
  evidence: "a prompt",
  metadata: { model: "large", list: [{ a: 1, b: 2 }, 3], none: [], nothing: null },
};
const against = (expected: Partial<FixtureExpectation>, seen = SEEN) =>
  compared("x", { state: "ready", ...expected }, seen);
const fields = (expected: Partial<FixtureExpectation>, seen = SEEN): string[] =>
  against(expected, seen).differences.map(({ field }) => field);

test("only what is expected is compared; of metadata and all objects in it, a part is enough", () => {
  for (const expected of [
    {},
    { evidence: "a prompt" },
    { minConfidence: 0.8 },
    { metadata: {} },
    { metadata: { model: "large" } },
    { metadata: { list: [{ a: 1 }, 3] } },
    { metadata: { none: {}, nothing: null } },
  ])
    assert.deepEqual(fields(expected), [], JSON.stringify(expected));
  assert.equal(against({}).passed, true);
});

test("each difference is named by its path", () => {
  assert.deepEqual(fields({ state: "busy", evidence: "a", minConfidence: 0.81 }), [
    "state",
    "evidence",
    "min_confidence",
  ]);
  assert.deepEqual(fields({ metadata: { model: "small", list: [{ a: 2 }, 4], gone: 1 } }), [
    "metadata.model",
    "metadata.list[0].a",
    "metadata.list[1]",
    "metadata.gone",
  ]);
  assert.deepEqual(fields({ metadata: { list: [{ a: 1 }] } }), ["metadata.list"]);
  assert.deepEqual(fields({ metadata: { nothing: 0 } }), ["metadata.nothing"]);
  assert.deepEqual(fields({ metadata: { toString: 1 } }), ["metadata.toString"]);
  assert.deepEqual(fields({ metadata: { a: 1 } }, { ...SEEN, metadata: undefined }), ["metadata"]);
});

test("what was seen replaces what differs, and only as much of it as was looked at", () => {
  const expected = { state: "busy", minConfidence: 0.9, metadata: { model: "small", gone: 1 }, stableMs: 5 };
  assert.deepEqual(adjusted(against(expected)), {
    state: "ready",
    minConfidence: 0.8,
    metadata: { model: "large" },
    stableMs: 5,
  });
  assert.deepEqual(adjusted(against({ minConfidence: 0.1, evidence: "b" })), {
    state: "ready",
    minConfidence: 0.1,
    evidence: "a prompt",
  });
});

test("a result is told line by line, without colours unless asked for, and without what a terminal would obey", () => {
  const seen = { ...SEEN, metadata: { title: "\x1b[31m\u009b2J" } };
  const result = against({ state: "busy", metadata: { title: ["a", "b"], gone: 1 } }, seen);
  assert.equal(
    describeResult(result),
    [
      "✗ x",
      "    state",
      '    - "busy"',
      '    + "ready"',
      "    metadata.title",
      "    - [",
      '    -   "a",',
      '    -   "b"',
      "    - ]",
      '    + "\\u001b[31m\\u009b2J"',
      "    metadata.gone",
      "    - 1",
      "    + (nothing)",
      '    its evidence: "a prompt"',
    ].join("\n"),
  );
  assert.match(
    describeResult(result, { colors: true }),
    /\x1b\[31m {4}- "busy"\x1b\[0m\n\x1b\[32m {4}\+ "ready"\x1b\[0m/,
  );
  assert.equal(describeResult(against({})), "✓ x");
});

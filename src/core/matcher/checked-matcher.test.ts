import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "../../base/index.js";
import { compileMatcher, Matcher, MAX_MATCHER_DEPTH, MAX_MATCHER_NODES } from "./index.js";

function problemWith(value: unknown): InvalidArgumentError {
  try {
    compileMatcher(value as Matcher);
  } catch (error) {
    assert.ok(error instanceof InvalidArgumentError, String(error));
    return error;
  }
  assert.fail(`accepted: ${JSON.stringify(value)}`);
}

test("a faulty matcher is refused by the name of the faulty place", () => {
  const nested = (bad: unknown): unknown => ({
    type: "any",
    matchers: [{ type: "process_exited" }, { type: "all", matchers: [bad] }],
  });
  const cases: readonly (readonly [value: unknown, field: string])[] = [
    [undefined, "matcher"],
    [null, "matcher"],
    ["ready", "matcher"],
    [[], "matcher"],
    [{}, "matcher.type"],
    [{ type: "nope" }, "matcher.type"],
    [{ type: "toString" }, "matcher.type"],
    [{ type: "contains_text" }, "matcher.text"],
    [{ type: "contains_text", text: 5 }, "matcher.text"],
    [{ type: "screen_regex", pattern: null }, "matcher.pattern"],
    [{ type: "transcript_contains", text: ["a"] }, "matcher.text"],
    [{ type: "transcript_regex" }, "matcher.pattern"],
    [{ type: "cursor_at", row: -1, col: 0 }, "matcher.row"],
    [{ type: "cursor_at", row: 0 }, "matcher.col"],
    [{ type: "cursor_at", row: 0, col: 1.5 }, "matcher.col"],
    [{ type: "cursor_at", row: "1", col: 1 }, "matcher.row"],
    [{ type: "screen_stable" }, "matcher.minMs"],
    [{ type: "screen_stable", minMs: Infinity }, "matcher.minMs"],
    [{ type: "screen_stable", minMs: NaN }, "matcher.minMs"],
    [{ type: "screen_stable", minMs: -5 }, "matcher.minMs"],
    [{ type: "any" }, "matcher.matchers"],
    [{ type: "all", matchers: "x" }, "matcher.matchers"],
    [{ type: "lua", predicate: "p" }, "matcher.plugin"],
    [{ type: "lua", plugin: "p" }, "matcher.predicate"],
    [nested(7), "matcher.matchers[1].matchers[0]"],
    [nested({ type: "cursor_at", row: 0, col: null }), "matcher.matchers[1].matchers[0].col"],
  ];
  for (const [value, field] of cases) {
    const problem = problemWith(value);
    assert.equal(problem.field, field, JSON.stringify(value));
    assert.equal(problem.code, "invalid_argument");
    assert.ok(problem.message.startsWith(field) && problem.message.includes("must be"), problem.message);
  }
});

test("a pattern that does not compile is refused at once by its place, before anything is evaluated", () => {
  const problem = problemWith(
    Matcher.any([Matcher.containsText("a"), Matcher.containsText("b"), Matcher.screenRegex("a(?=b)")]),
  );
  assert.equal(problem.field, "matcher.matchers[2].pattern");
  assert.equal(problem.code, "invalid_regex");
  assert.match(
    problem.message,
    /^matcher\.matchers\[2\]\.pattern: invalid regex at position 1: look-around does not exist/,
  );
});

test("nesting is limited, so that a cycle ends too", () => {
  const nest = (depth: number): Matcher => (depth === 1 ? Matcher.processExited() : Matcher.any([nest(depth - 1)]));
  compileMatcher(nest(MAX_MATCHER_DEPTH));
  assert.match(problemWith(nest(MAX_MATCHER_DEPTH + 1)).message, /nests deeper than 32/);
  const cycle: { type: "all"; matchers: Matcher[] } = { type: "all", matchers: [] };
  cycle.matchers.push(cycle);
  assert.match(problemWith(cycle).message, /nests deeper than 32/);
});

test("the number of matchers in a tree is limited", () => {
  const wide = (count: number): Matcher => Matcher.any(Array.from({ length: count }, () => Matcher.processExited()));
  compileMatcher(wide(MAX_MATCHER_NODES - 1));
  assert.match(problemWith(wide(MAX_MATCHER_NODES)).message, /more than 1024 matchers/);
});

test("holes in a list are refused, unknown fields ignored", () => {
  assert.equal(problemWith({ type: "any", matchers: [, Matcher.processExited()] }).field, "matcher.matchers[0]");
  assert.deepEqual(compileMatcher({ type: "process_exited", extra: 1 } as Matcher).matcher, { type: "process_exited" });
});

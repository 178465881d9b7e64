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
    [{ type: "not" }, "matcher.matcher"],
    [{ type: "not", matcher: { type: "contains_text" } }, "matcher.matcher.text"],
    [{ type: "row", matcher: { type: "contains_text", text: "a" } }, "matcher.row"],
    [{ type: "row", row: 1_000, matcher: { type: "contains_text", text: "a" } }, "matcher.row"],
    [{ type: "row", row: 0, matcher: { type: "screen_regex" } }, "matcher.matcher.pattern"],
    [
      { type: "region", row: 0, col: 0, rows: 0, cols: 1, matcher: { type: "contains_text", text: "a" } },
      "matcher.rows",
    ],
    [{ type: "style", text: "a" }, "matcher.style"],
    [{ type: "style", style: { foreground: "red" } }, "matcher.style.foreground"],
    [{ type: "style", style: {}, nth: 1.5 }, "matcher.nth"],
    [{ type: "exit_code" }, "matcher.code"],
    [{ type: "title", text: 5 }, "matcher.text"],
    [{ type: "title_regex" }, "matcher.pattern"],
    [{ type: "changed", row: 0.5 }, "matcher.row"],
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

test("a part of the screen holds only what looks at one, and is told what to do with the others", () => {
  const box = { row: 0, col: 0, rows: 1, cols: 1 };
  const others = [
    Matcher.transcriptContains("a"),
    Matcher.cursorAt(0, 0),
    Matcher.screenStable(1),
    Matcher.processExited(),
    Matcher.title("a"),
    Matcher.row(0, Matcher.containsText("a")),
    Matcher.lua("p", "q"),
    Matcher.changed({ row: 0 }),
  ];
  for (const other of others)
    for (const matcher of [Matcher.row(0, other), Matcher.region(box, Matcher.not(Matcher.any([other])))]) {
      const problem = problemWith(matcher);
      assert.equal(problem.field, "matcher.matcher");
      assert.match(problem.message, /which does not look at a part of the screen; put it beside this one into an all$/);
    }
});

test("a style is looked for by a text or a pattern, not by both or by nothing", () => {
  assert.equal(problemWith(Matcher.style({}, { text: "a", regex: "a" })).field, "matcher.regex");
  assert.equal(problemWith(Matcher.style({}, { text: "" })).field, "matcher.text");
  assert.equal(problemWith(Matcher.row(0, Matcher.style({}, { regex: "(" }))).field, "matcher.matcher.regex");
});

test("styles, and the cells of regions, are limited in the whole matcher", () => {
  const held = Matcher.containsText("a");
  const regions = (count: number): Matcher =>
    Matcher.all(Array.from({ length: count }, () => Matcher.region({ row: 0, col: 0, rows: 500, cols: 500 }, held)));
  compileMatcher(regions(4));
  assert.match(problemWith(regions(5)).message, /regions of more than 1000000 cells/);
  const styles = (count: number): Matcher =>
    Matcher.any(Array.from({ length: count }, () => Matcher.not(Matcher.style({ bold: true }))));
  compileMatcher(styles(16));
  assert.match(problemWith(styles(17)).message, /more than 16 style matchers/);
});

test("nesting is limited, so that a cycle ends too", () => {
  const turned = (depth: number): Matcher => (depth === 1 ? Matcher.processExited() : Matcher.not(turned(depth - 1)));
  compileMatcher(turned(MAX_MATCHER_DEPTH));
  assert.match(problemWith(turned(MAX_MATCHER_DEPTH + 1)).message, /nests deeper than 32/);
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
  assert.match(problemWith(wide(MAX_MATCHER_NODES)).message, /more than 256 matchers/);
});

test("holes in a list are refused, unknown fields ignored", () => {
  assert.equal(problemWith({ type: "any", matchers: [, Matcher.processExited()] }).field, "matcher.matchers[0]");
  assert.deepEqual(compileMatcher({ type: "process_exited", extra: 1 } as Matcher).matcher, { type: "process_exited" });
});

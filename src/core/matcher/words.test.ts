import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchView } from "./index.js";
import { compileMatcher, describeMatcher, explainMiss, Matcher } from "./index.js";
import { quoted } from "./kinds/quoted-text.js";
import { look } from "./view.test.support.js";

test("a matcher is described in words", () => {
  const {
    containsText,
    screenRegex,
    transcriptContains,
    transcriptRegex,
    cursorAt,
    screenStable,
    processExited,
    any,
    all,
    lua,
  } = Matcher;
  const words: readonly (readonly [Matcher, string])[] = [
    [containsText("ready"), 'text "ready" on the screen'],
    [screenRegex("a+"), 'a match of "a+" on the screen'],
    [transcriptContains("x"), 'text "x" in the output'],
    [transcriptRegex("x"), 'a match of "x" in the output'],
    [cursorAt(1, 2), "the cursor at row 1, column 2"],
    [screenStable(300), "the screen to be still for 300 ms"],
    [processExited(), "the process to exit"],
    [any([containsText("ready"), processExited()]), 'text "ready" on the screen, or the process to exit'],
    [all([containsText("a"), screenStable(9)]), 'text "a" on the screen, and the screen to be still for 9 ms'],
    [
      all([any([containsText("a"), processExited()]), screenStable(9)]),
      '(text "a" on the screen, or the process to exit), and the screen to be still for 9 ms',
    ],
    [any([all([containsText("a")])]), 'text "a" on the screen'],
    [any([]), "nothing (an empty any never matches)"],
    [all([]), "nothing more (an empty all matches at once)"],
    [lua("demo", "saw"), 'predicate "saw" of plugin "demo"'],
  ];
  for (const [matcher, text] of words) assert.equal(describeMatcher(matcher), text);
});

test("a description stays one short line", () => {
  const long = describeMatcher(Matcher.any(Array.from({ length: 100 }, () => Matcher.containsText("x".repeat(1000)))));
  assert.ok(long.length < 900 && long.endsWith(", or 92 more"), long);
  assert.equal(
    describeMatcher(Matcher.containsText('a\nb\x1b[0m\u202e"')),
    String.raw`text "a\nb\u{1b}[0m\u{202e}\"" on the screen`,
  );
});

test("shortening never cuts a character in two", () => {
  for (let max = 10; max < 20; max++) {
    assert.ok(!/[\ud800-\udfff]/u.test(quoted("😀".repeat(40), max)), String(max));
  }
});

function why(matcher: Matcher, fields: Partial<MatchView>): string[] {
  return explainMiss(matcher, look(fields));
}

test("a missing text is explained by the nearest thing on the screen", () => {
  const missing = 'text "Ready now" is not on the screen';
  const cases: readonly (readonly [screenText: string, explanation: string])[] = [
    ["", `${missing}, which is empty`],
    ["hello\n  READY NOW>", `${missing}; line 2 differs in case only: "READY NOW>"`],
    ["hello\nReady  now", `${missing}; line 2 differs in white space or case: "Ready  now"`],
    ["Ready\nnow", `${missing}; it is there with line breaks in it`],
    ["x\ny Ready in 5 s", `${missing}; the nearest is line 2: "y Ready in 5 s"`],
    ["Re\nRea", `${missing}; the nearest is line 2: "Rea"`],
    ["Re", missing],
    ["zzz", missing],
  ];
  for (const [screenText, explanation] of cases)
    assert.deepEqual(why(Matcher.containsText("Ready now"), { screenText }), [explanation]);
  assert.deepEqual(
    why(Matcher.containsText("abc"), { screenText: "ab" }),
    ['text "abc" is not on the screen; the nearest is line 1: "ab"'],
    "half of it is near enough",
  );
});

test("a text or pattern that is on the other side is pointed out", () => {
  const scrolled = { screenText: "later", transcriptTail: "ready then later" };
  assert.match(why(Matcher.containsText("ready"), scrolled)[0], /but it is in the output: it has scrolled away/);
  assert.match(
    why(Matcher.screenRegex("r.ady"), scrolled)[0],
    /does not match the screen, but it matches the output; use transcript_regex/,
  );
  const drawn = { screenText: "ready", transcriptTail: "r\x1b[Ceady" };
  assert.match(
    why(Matcher.transcriptContains("ready"), drawn)[0],
    /is on the screen, but not in one piece in the output/,
  );
  assert.match(
    why(Matcher.transcriptRegex("^r.ady"), drawn)[0],
    /does not match the output, but it matches the screen; use screen_regex/,
  );
  assert.deepEqual(why(Matcher.screenRegex("z"), drawn), ['"z" does not match the screen']);
  assert.deepEqual(why(Matcher.transcriptContains("z"), drawn), ['text "z" is not in the output']);
});

test("cursor, stillness, process and predicates are explained by where things stand", () => {
  const view = { cursorRow: 4, cursorCol: 7, stableMs: 120.7 };
  assert.deepEqual(why(Matcher.cursorAt(1, 2), view), ["the cursor is at row 4, column 7, not at row 1, column 2"]);
  assert.deepEqual(why(Matcher.screenStable(500), view), ["the screen has been still for 120 ms, not yet for 500 ms"]);
  assert.deepEqual(why(Matcher.processExited(), view), ["the process is still running"]);
  assert.deepEqual(why(Matcher.lua("p", "q"), view), ['predicate "q" of plugin "p" did not match']);
});

test("a tree is explained by the parts that failed only", () => {
  const tree = Matcher.all([
    Matcher.containsText("a"),
    Matcher.any([Matcher.processExited(), Matcher.cursorAt(0, 0)]),
    Matcher.any([]),
  ]);
  assert.deepEqual(why(tree, { screenText: "a", cursorRow: 1 }), [
    "the process is still running",
    "the cursor is at row 1, column 0, not at row 0, column 0",
    "an empty any never matches",
  ]);
  const wide = Matcher.any(Array.from({ length: 20 }, () => Matcher.processExited()));
  assert.deepEqual(why(wide, {}).slice(7), ["the process is still running", "and 12 more"]);
});

test("a miss is explained exactly when a single matcher misses", () => {
  const leaves = [
    Matcher.containsText("a"),
    Matcher.screenRegex("a"),
    Matcher.transcriptContains("a"),
    Matcher.transcriptRegex("a"),
    Matcher.cursorAt(0, 1),
    Matcher.screenStable(5),
    Matcher.processExited(),
  ];
  for (const fields of [
    {},
    { screenText: "a", transcriptTail: "a", cursorCol: 1, stableMs: 5, exited: true },
    { screenText: "a" },
    { transcriptTail: "a" },
  ]) {
    for (const leaf of leaves) {
      const matched = compileMatcher(leaf).evaluate(look(fields)) !== undefined;
      assert.equal(why(leaf, fields).length, matched ? 0 : 1, describeMatcher(leaf));
    }
  }
});

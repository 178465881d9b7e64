import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchView } from "./index.js";
import { compileMatcher, describeMatcher, explainMiss, Matcher } from "./index.js";
import { quoted } from "./kinds/quoted-text.js";
import { look, painted } from "./view.test.support.js";

test("a matcher is described in words", () => {
  const {
    containsText,
    screenRegex,
    transcriptContains,
    transcriptRegex,
    cursorAt,
    screenStable,
    bell,
    processExited,
    any,
    all,
    lua,
    exitCode,
    title,
    titleRegex,
    not,
    row,
    region,
    changed,
    style,
  } = Matcher;
  const words: readonly (readonly [Matcher, string])[] = [
    [containsText("ready"), 'text "ready" on the screen'],
    [screenRegex("a+"), 'a match of "a+" on the screen'],
    [transcriptContains("x"), 'text "x" in the output'],
    [transcriptRegex("x"), 'a match of "x" in the output'],
    [cursorAt(1, 2), "the cursor at row 1, column 2"],
    [screenStable(300), "the screen to be still for 300 ms"],
    [bell(), "the bell to ring"],
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
    [Matcher.cursorVisible(), "the cursor to be shown"],
    [exitCode(3), "the process to exit with code 3"],
    [title("a"), 'a window title with "a"'],
    [titleRegex("a+"), 'a window title that matches "a+"'],
    [not(containsText("a")), 'not (text "a" on the screen)'],
    [row(2, containsText("a")), 'text "a" in row 2'],
    [row(-1, not(screenRegex("a"))), 'not (a match of "a" in row 1 from the bottom)'],
    [
      region({ row: 1, col: 2, rows: 3, cols: 4 }, changed()),
      "a change in the region of 3 x 4 cells at row 1, column 2",
    ],
    [changed(), "a change on the screen"],
    [changed({ row: 4 }), "a change in row 4"],
    [style({ bold: true }, { text: "a" }), 'text "a" on the screen that is bold'],
    [style({ foreground: "idx:1", inverse: false }), 'something on the screen that is foreground "idx:1", not inverse'],
    [row(0, style({}, { regex: "a", exact: true, nth: 2 })), 'whole words a match of "a" in row 0 (number 2)'],
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

test("a pattern that does not match is explained by what is all that keeps it from it", () => {
  const cases: readonly (readonly [pattern: string, screenText: string, explanation: string])[] = [
    ["ready", "READY", "if case did not count: put (?i) before it"],
    ["ready$", "ready   ", "without the blanks at the ends of lines"],
    ["^ready$", "one\nready\ntwo", "if ^ and $ stood for lines: put (?m) before it"],
    ["ready now", "ready    now", String.raw`with one blank where there are several: use \s+`],
    ["ready now", "are you ready\n  now", "with the lines joined: what it is about goes on in the next line"],
    [
      "https://[a-z./]+html",
      "see https://exam\nple.org/a.html",
      "with the lines joined: what it is about goes on in the next line",
    ],
  ];
  for (const [pattern, screenText, explanation] of cases)
    assert.deepEqual(why(Matcher.screenRegex(pattern), { screenText, transcriptTail: "" }), [
      `"${pattern}" does not match the screen, but it would ${explanation}`,
    ]);
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
  assert.deepEqual(why(Matcher.bell(), view), ["the bell has never rung"]);
  const before = "the bell has not rung since the wait began; it rang";
  assert.deepEqual(why(Matcher.bell(), { bellCount: 1 }), [`${before} once before`]);
  assert.deepEqual(why(Matcher.bell(), { bellCount: 3 }), [`${before} 3 times before`]);
  assert.deepEqual(explainMiss(Matcher.bell(), look({ bellCount: 3 }), { bells: 1 }), []);
  assert.deepEqual(why(Matcher.processExited(), view), ["the process is still running"]);
  assert.deepEqual(why(Matcher.lua("p", "q"), view), ['predicate "q" of plugin "p" did not match']);
});

test("titles, exit codes, changes and what must not be are explained by where things stand", () => {
  const { title, titleRegex, exitCode, changed, not } = Matcher;
  assert.deepEqual(why(title("a"), {}), ["the program has set no window title"]);
  assert.deepEqual(why(title("a"), { title: "A" }), ['the window title is "A", which differs in case only']);
  assert.deepEqual(why(title("a"), { title: "b" }), ['the window title is "b"']);
  assert.deepEqual(why(titleRegex("a+"), { title: "b" }), ['the window title is "b", which "a+" does not match']);
  assert.deepEqual(why(Matcher.cursorVisible(false), {}), ["the cursor is shown"]);
  assert.deepEqual(why(exitCode(0), {}), ["the process is still running"]);
  const ended = (exitStatus: MatchView["exitStatus"]) => why(exitCode(0), { exited: true, exitStatus });
  assert.deepEqual(ended({ exitCode: 3, signal: null }), ["the process exited with code 3, not 0"]);
  assert.deepEqual(ended({ exitCode: null, signal: "SIGHUP" }), [
    "the process was ended by SIGHUP, so that it has no exit code",
  ]);
  assert.deepEqual(why(changed(), {}), ["nothing on the screen has changed since the wait began"]);
  const now = look({ screenText: "a\nb" });
  assert.deepEqual(explainMiss(changed({ row: 0 }), now, { before: painted("a") }), [
    "nothing in row 0 has changed since the wait began",
  ]);
  assert.deepEqual(explainMiss(changed({ row: 1 }), now, { before: painted("a") }), []);
  assert.deepEqual(explainMiss(changed(), now, { said: ["other"] }), []);
  assert.deepEqual(why(not(Matcher.containsText("a")), { screenText: "a" }), [
    'it is so, and must not be: text "a" on the screen',
  ]);
  assert.deepEqual(why(not(Matcher.containsText("a")), { screenText: "b" }), []);
  assert.deepEqual(why(not(Matcher.lua("p", "q")), {}), [
    'it cannot be told whether it is so, and it must not be: predicate "q" of plugin "p"',
  ]);
  const large = { screenText: "a".repeat(100_000), screen: painted("a") };
  assert.match(why(not(Matcher.screenRegex("a{0,400}b?c?$")), large)[0], /^it cannot be told whether it is so/);
});

test("what is missing in a part of the screen is explained by what stands there", () => {
  const screen = painted("first\r\n\x1b[1mREADY\x1b[m  now\r\n\r\nready");
  const here = (matcher: Matcher) => why(matcher, { screen, screenText: "other", transcriptTail: "ready" });
  const { row, region, containsText, screenRegex, style } = Matcher;
  assert.deepEqual(here(row(1, containsText("ready"))), ['text "ready" is not in row 1, which shows "READY  now"']);
  assert.deepEqual(here(row(2, containsText("ready"))), ['text "ready" is not in row 2, which is empty']);
  assert.deepEqual(here(row(1, screenRegex("^ready"))), [
    'nothing in row 1 matches "^ready", which shows "READY  now"; it would if case did not count: put (?i) before it',
  ]);
  assert.deepEqual(here(row(9, containsText("ready"))), ["there is no row 9: the screen has 6 rows"]);
  const top = { row: 0, col: 0, rows: 2, cols: 9 };
  assert.deepEqual(here(region(top, containsText("ready"))), [
    'text "ready" is not in the region of 2 x 9 cells at row 0, column 0; line 2 differs in case only: "READY  no"',
  ]);
  assert.deepEqual(here(style({ bold: true }, { text: "ready" })), [
    'text "ready" is at row 3, column 0, but drawn otherwise: bold off',
  ]);
  assert.deepEqual(here(style({ bold: true }, { text: "nothing" })), ['text "nothing" is not on the screen']);
  assert.deepEqual(here(style({ italic: true })), ["nothing on the screen is italic"]);
  assert.deepEqual(here(style({}, { regex: "(?i)ready", nth: 2 })), [
    'a match of "(?i)ready" is only 2 times on the screen',
  ]);
  assert.deepEqual(here(row(3, style({ bold: true }, { text: "ready" }))), [
    'text "ready" is at row 3, column 0, but drawn otherwise: bold off',
  ]);
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
  assert.deepEqual(why(wide, {}).slice(7), ["the process is still running", "and up to 12 more"]);
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
    Matcher.not(Matcher.screenRegex("a")),
    Matcher.row(0, Matcher.containsText("a")),
    Matcher.region({ row: 0, col: 0, rows: 1, cols: 1 }, Matcher.screenRegex("a")),
    Matcher.style({ bold: false }, { text: "a" }),
    Matcher.style({ bold: false }),
    Matcher.not(Matcher.row(0, Matcher.style({}, { regex: "a" }))),
    Matcher.title("a"),
    Matcher.titleRegex("a"),
    Matcher.exitCode(1),
  ];
  for (const fields of [
    {},
    { screenText: "a", transcriptTail: "a", cursorCol: 1, stableMs: 5, exited: true },
    { screenText: "a" },
    { transcriptTail: "a" },
    { title: "a" },
    { exited: true, exitStatus: { exitCode: 1, signal: null } },
  ]) {
    for (const leaf of leaves) {
      const matched = compileMatcher(leaf).evaluate(look(fields)) !== undefined;
      assert.equal(why(leaf, fields).length, matched ? 0 : 1, describeMatcher(leaf));
    }
  }
});

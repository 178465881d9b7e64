import assert from "node:assert/strict";
import { test } from "node:test";
import type { PluginRegistry, MatchOutcome, MatchView } from "./index.js";
import { compileMatcher, Matcher } from "./index.js";
import { look, painted } from "./view.test.support.js";

interface Case {
  readonly matcher: Matcher;
  readonly hit: Partial<MatchView>;
  readonly miss: Partial<MatchView>;
  readonly outcome: MatchOutcome;
}

const yes: PluginRegistry = {
  has: () => true,
  evaluate: async (_plugin, _predicate, _params, { screenText }) => ({ matched: screenText === "lua" }),
};

/** The compiler refuses this table if a kind of matcher is missing. */
const CASES: { readonly [Type in Matcher["type"]]: Case } = {
  contains_text: {
    matcher: Matcher.containsText("ready"),
    hit: { screenText: "is ready>" },
    miss: { screenText: "is Ready>", transcriptTail: "ready" },
    outcome: { kind: "contains_text", text: "ready" },
  },
  screen_regex: {
    matcher: Matcher.screenRegex(String.raw`(?m)^user (\w+)$`),
    hit: { screenText: "hi\nuser root\n" },
    miss: { screenText: "hi user root", transcriptTail: "user root" },
    outcome: { kind: "screen_regex", pattern: String.raw`(?m)^user (\w+)$`, capture: "root" },
  },
  transcript_contains: {
    matcher: Matcher.transcriptContains("gone"),
    hit: { transcriptTail: "it is gone now" },
    miss: { screenText: "gone" },
    outcome: { kind: "transcript_contains", text: "gone" },
  },
  transcript_regex: {
    matcher: Matcher.transcriptRegex("(x)?yz"),
    hit: { transcriptTail: "..yz" },
    miss: { screenText: "yz", transcriptTail: "y" },
    outcome: { kind: "transcript_regex", pattern: "(x)?yz", capture: "yz" },
  },
  cursor_at: {
    matcher: Matcher.cursorAt(3, 5),
    hit: { cursorRow: 3, cursorCol: 5 },
    miss: { cursorRow: 5, cursorCol: 3 },
    outcome: { kind: "cursor_at", row: 3, col: 5 },
  },
  cursor_visible: {
    matcher: Matcher.cursorVisible(false),
    hit: { cursorVisible: false },
    miss: { cursorVisible: true },
    outcome: { kind: "cursor_visible", visible: false },
  },
  screen_stable: {
    matcher: Matcher.screenStable(200),
    hit: { stableMs: 200 },
    miss: { stableMs: 199.9 },
    outcome: { kind: "screen_stable", minMs: 200 },
  },
  bell: {
    matcher: Matcher.bell(),
    hit: { bellCount: 8 },
    miss: { bellCount: 7 },
    outcome: { kind: "bell" },
  },
  process_exited: {
    matcher: Matcher.processExited(),
    hit: { exited: true },
    miss: {},
    outcome: { kind: "process_exited" },
  },
  exit_code: {
    matcher: Matcher.exitCode(3),
    hit: { exited: true, exitStatus: { exitCode: 3, signal: null } },
    miss: { exited: true, exitStatus: { exitCode: null, signal: "SIGKILL" } },
    outcome: { kind: "exit_code", code: 3 },
  },
  title: {
    matcher: Matcher.title("notes"),
    hit: { title: "my notes" },
    miss: { title: "My Notes", screenText: "notes" },
    outcome: { kind: "title", text: "notes" },
  },
  title_regex: {
    matcher: Matcher.titleRegex("^(.*) - VIM$"),
    hit: { title: "a.txt - VIM" },
    miss: { screenText: "a.txt - VIM" },
    outcome: { kind: "title_regex", pattern: "^(.*) - VIM$", capture: "a.txt" },
  },
  style: {
    matcher: Matcher.style({ bold: true, foreground: "idx:1" }, { text: "bad news" }),
    hit: { screen: painted("ok \x1b[1;31mbad\x1b[m \x1b[31;1mnews\x1b[m") },
    miss: { screen: painted("\x1b[1;31mbad \x1b[22mnews\x1b[m") },
    outcome: { kind: "style", row: 0, col: 3, length: 8, text: "bad news" },
  },
  changed: {
    matcher: Matcher.changed({ row: 1 }),
    hit: { screenText: "a\nc" },
    miss: { screenText: "b\n\nb" },
    outcome: { kind: "changed" },
  },
  not: {
    matcher: Matcher.not(Matcher.containsText("Loading")),
    hit: { screenText: "ready" },
    miss: { screenText: "Loading" },
    outcome: { kind: "not" },
  },
  row: {
    matcher: Matcher.row(-5, Matcher.screenRegex("^(b+)$")),
    hit: { screen: painted("a\r\nbb   \r\nc") },
    miss: { screen: painted("bb\r\na\r\nc"), screenText: "bb" },
    outcome: { kind: "row", row: 1, matched: { kind: "screen_regex", pattern: "^(b+)$", capture: "bb" } },
  },
  region: {
    matcher: Matcher.region({ row: 1, col: 2, rows: 9, cols: 3 }, Matcher.screenRegex("^cde\nCDE$")),
    hit: { screen: painted("x\r\nabcdefg\r\nABCDEFG\r\n      z") },
    miss: { screen: painted("x\r\nabcdefg\r\nABCDEFG\r\n    z") },
    outcome: {
      ...{ kind: "region", row: 1, col: 2, rows: 5, cols: 3 },
      matched: { kind: "screen_regex", pattern: "^cde\nCDE$", capture: "cde\nCDE" },
    },
  },
  any: {
    matcher: Matcher.any([Matcher.containsText("no"), Matcher.processExited(), Matcher.containsText("x")]),
    hit: { exited: true, screenText: "x" },
    miss: { screenText: "y" },
    outcome: { kind: "any", matched: { kind: "process_exited" } },
  },
  all: {
    matcher: Matcher.all([Matcher.containsText("a"), Matcher.cursorAt(0, 1)]),
    hit: { screenText: "a", cursorCol: 1 },
    miss: { screenText: "a", cursorCol: 2 },
    outcome: {
      kind: "all",
      matched: [
        { kind: "contains_text", text: "a" },
        { kind: "cursor_at", row: 0, col: 1 },
      ],
    },
  },
  lua: {
    matcher: Matcher.lua("demo", "saw", { n: 1 }),
    hit: { screenText: "lua" },
    miss: { screenText: "other" },
    outcome: { kind: "lua", plugin: "demo", predicate: "saw" },
  },
};

for (const [type, { matcher, hit, miss, outcome }] of Object.entries(CASES)) {
  test(`${type} matches what it should, says so, and nothing else`, async () => {
    assert.equal(matcher.type, type);
    const compiled = compileMatcher(matcher, yes);
    assert.equal(await compiled.evaluateByAsking(look(miss)), undefined);
    assert.deepEqual(await compiled.evaluateByAsking(look(hit)), outcome);
    assert.equal(await compiled.evaluateByAsking(look(miss)), undefined, "it does not stick");
    if (type === "lua") return;
    assert.equal(compiled.evaluate(look(miss)), undefined);
    assert.deepEqual(compiled.evaluate(look(hit)), outcome);
  });
}

test("an empty any never matches, and an empty all does at once", () => {
  assert.equal(compileMatcher(Matcher.any([])).evaluate(look({ exited: true })), undefined);
  assert.deepEqual(compileMatcher(Matcher.all([])).evaluate(look()), { kind: "all", matched: [] });
});

test("the first matching branch in order wins", () => {
  const compiled = compileMatcher(Matcher.any([Matcher.containsText("b"), Matcher.containsText("a")]));
  assert.deepEqual(compiled.evaluate(look({ screenText: "ab" })), {
    kind: "any",
    matched: { kind: "contains_text", text: "b" },
  });
});

test("a bell counts from the first look on, also in a branch that is not looked at, and holds once it has rung", () => {
  const compiled = compileMatcher(Matcher.all([Matcher.containsText("a"), Matcher.bell()]));
  assert.equal(compiled.evaluate(look({ bellCount: 2 })), undefined);
  assert.equal(compiled.evaluate(look({ bellCount: 3 })), undefined);
  assert.deepEqual(compiled.evaluate(look({ bellCount: 3, screenText: "a" })), {
    kind: "all",
    matched: [{ kind: "contains_text", text: "a" }, { kind: "bell" }],
  });
  const late = compileMatcher(Matcher.bell());
  assert.equal(late.evaluate(look({ bellCount: 3 })), undefined, "it rang before the wait");
});

test("the empty text is everywhere", () => {
  assert.deepEqual(compileMatcher(Matcher.containsText("")).evaluate(look()), { kind: "contains_text", text: "" });
});

test("a text is read only by a matcher that needs it, and once an evaluation", () => {
  const regexes = Array.from({ length: 10 }, (_, i) => Matcher.screenRegex(`x${i}`));
  const screen = look({ screenText: "nothing" });
  compileMatcher(Matcher.any(regexes)).evaluate(screen);
  assert.deepEqual([screen.screenReads, screen.transcriptReads], [1, 0]);

  const cursor = look();
  compileMatcher(Matcher.any([Matcher.cursorAt(9, 9), Matcher.processExited(), Matcher.screenStable(5)])).evaluate(
    cursor,
  );
  assert.deepEqual([cursor.screenReads, cursor.transcriptReads], [0, 0]);
});

test("a text that has not changed is not searched again", (t) => {
  const compiled = compileMatcher(Matcher.any([Matcher.containsText("never"), Matcher.screenRegex("never")]));
  const { mock } = t.mock.method(String.prototype, "includes");
  const searches = (): number => mock.calls.filter((call) => call.arguments[0] === "never").length;
  for (let col = 0; col < 5; col++) compiled.evaluate(look({ screenText: "some text", cursorCol: col }));
  assert.equal(searches(), 2, "one search for each leaf");
  compiled.evaluate(look({ screenText: "some text, changed" }));
  assert.equal(searches(), 4);
});

test("a change is seen even if the sequence is the same, and one back again too", () => {
  const compiled = compileMatcher(Matcher.containsText("b"));
  assert.equal(compiled.evaluate(look({ screenText: "a", sequence: 4 })), undefined);
  assert.notEqual(compiled.evaluate(look({ screenText: "b", sequence: 4 })), undefined);
  assert.equal(compiled.evaluate(look({ screenText: "a", sequence: 5 })), undefined);
});

test("an empty first screen is evaluated too", () => {
  assert.notEqual(compileMatcher(Matcher.screenRegex("^$")).evaluate(look({ screenText: "" })), undefined);
});

test("a compiled matcher does not follow later changes of the objects it was made from", () => {
  const text = { type: "contains_text" as const, text: "a" };
  const compiled = compileMatcher({ type: "all", matchers: [text] });
  text.text = "b";
  assert.notEqual(compiled.evaluate(look({ screenText: "a" })), undefined);
});

test("it says which texts, clocks and plugins it uses", () => {
  const uses = (matcher: Matcher): boolean[] => {
    const { usesScreen, usesTranscript, usesStability, usesLua, canMatchAfterExit } = compileMatcher(matcher);
    return [usesScreen, usesTranscript, usesStability, usesLua, canMatchAfterExit];
  };
  assert.deepEqual(uses(Matcher.containsText("a")), [true, false, false, false, false]);
  assert.deepEqual(uses(Matcher.transcriptRegex("a")), [false, true, false, false, false]);
  assert.deepEqual(uses(Matcher.processExited()), [false, false, false, false, false]);
  assert.deepEqual(uses(Matcher.all([Matcher.any([Matcher.screenStable(1)])])), [false, false, true, false, true]);
  assert.deepEqual(uses(Matcher.any([Matcher.lua("p", "q"), Matcher.screenRegex("a")])), [
    true,
    false,
    false,
    true,
    false,
  ]);
});

test("a change is one since the first look, also in a branch that is not looked at", () => {
  const compiled = compileMatcher(Matcher.all([Matcher.containsText("go"), Matcher.changed()]));
  assert.equal(compiled.evaluate(look({ screenText: "a" })), undefined);
  assert.notEqual(compiled.evaluate(look({ screenText: "go" })), undefined);
  const late = compileMatcher(Matcher.all([Matcher.containsText("go"), Matcher.changed()]));
  assert.equal(late.evaluate(look({ screenText: "go" })), undefined);
  assert.equal(late.evaluate(look({ screenText: "go" })), undefined, "nothing is shown that was not there");
});

test("a change of style alone is a change, a blank that was printed is none", () => {
  const changes = (before: string, after: string, matcher: Matcher = Matcher.changed()): boolean => {
    const compiled = compileMatcher(matcher);
    compiled.evaluate(look({ screen: painted(before) }));
    return compiled.evaluate(look({ screen: painted(after) })) !== undefined;
  };
  assert.equal(changes("ab", "a\x1b[1mb"), true);
  assert.equal(changes("ab", "ab   "), false);
  assert.equal(changes("ab", "ab\x1b[41m   "), true);
  assert.equal(changes("e\u0301", "e\u0300"), true);
  assert.equal(changes("ab", "ab", Matcher.changed({ row: 30 })), false);
  const right = { row: 0, col: 3, rows: 1, cols: 2 };
  assert.equal(changes("abcdef", "xbcdeF", Matcher.region(right, Matcher.changed())), false);
  assert.equal(changes("abcdef", "abcdEf", Matcher.region(right, Matcher.changed())), true);
});

test("not turns what is unknown into no match: plugins that fail, and those that nobody asks", async () => {
  const failing: PluginRegistry = { has: () => true, evaluate: () => Promise.reject(new Error("broken")) };
  const lua = Matcher.lua("p", "q");
  const { not } = Matcher;
  const shown = (matcher: Matcher, registry?: PluginRegistry, screenText = "") =>
    compileMatcher(matcher, registry).evaluateByAsking(look({ screenText }));
  assert.equal(await shown(not(lua), failing), undefined);
  assert.equal(await shown(not(not(lua)), failing), undefined);
  assert.equal(await shown(not(lua)), undefined);
  assert.deepEqual(await shown(not(lua), yes), { kind: "not" });
  assert.equal(await shown(not(lua), yes, "lua"), undefined);
  assert.deepEqual(await shown(not(not(lua)), yes, "lua"), { kind: "not" });
  assert.deepEqual(await shown(Matcher.any([not(lua), Matcher.containsText("x")]), failing, "x"), {
    kind: "any",
    matched: { kind: "contains_text", text: "x" },
  });
});

test("a part that the screen does not have matches nothing", () => {
  const empty = Matcher.screenRegex("^$");
  const at = (matcher: Matcher) => compileMatcher(matcher).evaluate(look({ screenText: "a" }))?.kind;
  assert.deepEqual([at(Matcher.row(5, empty)), at(Matcher.row(6, empty))], ["row", undefined]);
  assert.deepEqual([at(Matcher.row(-6, Matcher.containsText("a"))), at(Matcher.row(-7, empty))], ["row", undefined]);
  assert.equal(at(Matcher.region({ row: 0, col: 20, rows: 1, cols: 1 }, empty)), undefined);
  assert.equal(at(Matcher.row(9, Matcher.not(Matcher.containsText("x")))), undefined);
});

test("a style is looked for in all places, whole words and numbers among them", () => {
  const screen = painted("File Profile \x1b[7mFile\x1b[m\r\n\x1b[4munder\x1b[m");
  const at = (style: Parameters<typeof Matcher.style>[0], what?: Parameters<typeof Matcher.style>[1]) => {
    const outcome = compileMatcher(Matcher.style(style, what)).evaluate(look({ screen }));
    return outcome?.kind === "style" ? [outcome.row, outcome.col, outcome.length, outcome.text] : undefined;
  };
  assert.deepEqual(at({ inverse: true }, { text: "File" }), [0, 13, 4, "File"]);
  assert.deepEqual(at({}, { text: "File", exact: true, nth: 1 }), [0, 13, 4, "File"]);
  assert.deepEqual(at({}, { text: "file", nth: 0 }), [0, 8, 4, "file"]);
  assert.equal(at({}, { text: "file", exact: true }), undefined);
  assert.deepEqual(at({}, { text: "File", nth: -1 }), [0, 13, 4, "File"]);
  assert.equal(at({}, { text: "File", nth: 2 }), undefined);
  assert.deepEqual(at({ underline: true }), [1, 0, 5, "under"]);
  assert.deepEqual(at({ inverse: false }, { regex: "[A-Z][a-z]+" }), [0, 0, 4, "File"]);
  assert.equal(at({ inverse: true }, { regex: "le F" }), undefined, "a part of it is not inverse");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PluginRegistry, MatchOutcome, MatchView } from "./index.js";
import { compileMatcher, Matcher } from "./index.js";
import { look } from "./view.test.support.js";

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
  screen_stable: {
    matcher: Matcher.screenStable(200),
    hit: { stableMs: 200 },
    miss: { stableMs: 199.9 },
    outcome: { kind: "screen_stable", minMs: 200 },
  },
  process_exited: {
    matcher: Matcher.processExited(),
    hit: { exited: true },
    miss: {},
    outcome: { kind: "process_exited" },
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

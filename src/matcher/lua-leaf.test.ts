import assert from "node:assert/strict";
import { test } from "node:test";
import type { LuaPredicateResult, LuaPredicates } from "./index.js";
import { compileMatcher, Matcher } from "./index.js";
import { look } from "./view.test.support.js";

const answering = (answer: unknown): LuaPredicates => ({
  evaluate: () => answer as boolean | LuaPredicateResult | undefined,
});
const outcomeOf = (lua: LuaPredicates | undefined) => compileMatcher(Matcher.lua("demo", "saw"), lua).evaluate(look());

test("without predicates a lua matcher never matches", () => {
  assert.equal(outcomeOf(undefined), undefined);
});

test("a predicate gets its plugin, name, params and the view", () => {
  const calls: unknown[][] = [];
  const lua: LuaPredicates = { evaluate: (...args) => void calls.push(args) };
  const view = look();
  compileMatcher(Matcher.lua("demo", "saw", { deep: [1] }), lua).evaluate(view);
  compileMatcher(Matcher.lua("demo", "saw"), lua).evaluate(view);
  assert.deepEqual(calls, [
    ["demo", "saw", { deep: [1] }, view],
    ["demo", "saw", undefined, view],
  ]);
});

test("true and { matched: true } match; evidence and capture are passed on", () => {
  assert.deepEqual(outcomeOf(answering(true)), { kind: "lua", plugin: "demo", predicate: "saw" });
  assert.deepEqual(outcomeOf(answering({ matched: true })), { kind: "lua", plugin: "demo", predicate: "saw" });
  assert.deepEqual(outcomeOf(answering({ matched: true, evidence: "e", capture: "c" })), {
    kind: "lua",
    plugin: "demo",
    predicate: "saw",
    evidence: "e",
    capture: "c",
  });
});

test("anything else, a throw included, is no match", () => {
  for (const answer of [false, undefined, null, 0, 1, "yes", {}, { matched: false }, { matched: 1 }, []]) {
    assert.equal(outcomeOf(answering(answer)), undefined, JSON.stringify(answer));
  }
  const throwing: LuaPredicates = {
    evaluate: () => {
      throw new Error("attempt to index a nil value");
    },
  };
  assert.equal(outcomeOf(throwing), undefined);
});

test("a predicate is asked at every evaluation, because it sees more than the texts", () => {
  let asked = 0;
  const compiled = compileMatcher(Matcher.lua("p", "q"), { evaluate: () => ++asked === 3 });
  const view = look();
  assert.equal(compiled.evaluate(view), undefined);
  assert.equal(compiled.evaluate(view), undefined);
  assert.notEqual(compiled.evaluate(view), undefined);
});

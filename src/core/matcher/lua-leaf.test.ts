import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchOutcome, PluginRegistry, PredicateOutcome } from "./index.js";
import { compileMatcher, Matcher } from "./index.js";
import { look } from "./view.test.support.js";

const registry = (evaluate: PluginRegistry["evaluate"]): PluginRegistry => ({ has: () => true, evaluate });
const outcomeOf = (answer: PredicateOutcome): Promise<MatchOutcome | undefined> =>
  compileMatcher(
    Matcher.lua("demo", "saw"),
    registry(async () => answer),
  ).evaluateByAsking(look());

test("without a registry a lua matcher never matches", async () => {
  assert.equal(await compileMatcher(Matcher.lua("demo", "saw")).evaluateByAsking(look()), undefined);
});

test("a predicate gets its plugin, name, params and the moment", async () => {
  const calls: unknown[][] = [];
  const asked = registry(async (...args) => {
    calls.push(args);
    return { matched: false };
  });
  const view = look();
  await compileMatcher(Matcher.lua("demo", "saw", { deep: [1] }), asked).evaluateByAsking(view);
  await compileMatcher(Matcher.lua("demo", "saw"), asked).evaluateByAsking(view);
  assert.deepEqual(calls, [
    ["demo", "saw", { deep: [1] }, view],
    ["demo", "saw", undefined, view],
  ]);
});

test("evidence and capture are passed on", async () => {
  assert.deepEqual(await outcomeOf({ matched: true }), { kind: "lua", plugin: "demo", predicate: "saw" });
  assert.deepEqual(await outcomeOf({ matched: true, evidence: "e", capture: "c" }), {
    kind: "lua",
    plugin: "demo",
    predicate: "saw",
    evidence: "e",
    capture: "c",
  });
  assert.equal(await outcomeOf({ matched: false, evidence: "e" }), undefined);
});

test("a failure is no match", async () => {
  const failing = registry(() => Promise.reject(new Error("attempt to index a nil value")));
  assert.equal(await compileMatcher(Matcher.lua("p", "q"), failing).evaluateByAsking(look()), undefined);
});

test("a plugin is asked only when its answer decides", async () => {
  let asked = 0;
  const counting = registry(async () => ({ matched: ++asked > 0 }));
  const ask = (matcher: Matcher) => compileMatcher(matcher, counting).evaluateByAsking(look({ screenText: "a" }));
  const lua = Matcher.lua("p", "q");
  const [there, missing] = [Matcher.containsText("a"), Matcher.containsText("b")];
  assert.equal(await ask(Matcher.all([lua, missing])), undefined);
  assert.equal((await ask(Matcher.any([lua, there])))?.kind, "any");
  assert.equal(asked, 0);
  assert.equal((await ask(Matcher.all([lua, there])))?.kind, "all");
  assert.equal((await ask(Matcher.any([missing, lua])))?.kind, "any");
  assert.equal(asked, 2);
});

test("all predicates of a matcher are asked about the same moment", async () => {
  const moments = new Set<unknown>();
  const noting = registry(async (_plugin, _predicate, _params, moment) => {
    moments.add(moment);
    return { matched: true };
  });
  const both = Matcher.all([Matcher.lua("p", "one"), Matcher.lua("q", "two")]);
  assert.equal((await compileMatcher(both, noting).evaluateByAsking(look()))?.kind, "all");
  assert.equal(moments.size, 1);
});

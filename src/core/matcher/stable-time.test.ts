import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchView, PluginRegistry } from "./index.js";
import { compileMatcher, Matcher } from "./index.js";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { look } from "./view.test.support.js";

function next(matcher: Matcher, fields: Partial<MatchView>, registry?: PluginRegistry): number | undefined {
  return compileMatcher(matcher, registry).nextStableMs(look(fields), fields.stableMs ?? 0);
}

const asks: PluginRegistry = { has: () => true, evaluate: async () => ({ matched: false }) };
const stable = Matcher.screenStable;
const text = Matcher.containsText;

test("the next moment worth looking is when the shortest stable time is over", () => {
  assert.equal(next(stable(200), { stableMs: 50 }), 150);
  assert.equal(next(Matcher.any([stable(200), stable(80)]), { stableMs: 50 }), 30);
  assert.equal(next(Matcher.all([stable(200), stable(80)]), { stableMs: 50 }), 150);
});

test("what must not be still is over when it is, and what must not be moving waits for that", () => {
  const { not } = Matcher;
  assert.equal(next(not(stable(100)), { stableMs: 100 }), undefined);
  assert.equal(next(not(not(stable(100))), { stableMs: 30 }), 70);
  assert.equal(next(not(text("a")), { screenText: "a" }), undefined);
  assert.equal(next(not(Matcher.lua("p", "q")), { stableMs: 0 }, asks), 20);
});

test("no timer is needed when time alone cannot decide", () => {
  assert.equal(next(text("a"), {}), undefined);
  assert.equal(next(Matcher.any([]), {}), undefined);
  assert.equal(next(stable(100), { stableMs: 100 }), undefined, "it matches already");
  assert.equal(next(Matcher.all([stable(100), text("a")]), { screenText: "b" }), undefined, "only output can help");
  assert.equal(next(Matcher.all([stable(100), Matcher.processExited()]), {}), undefined);
});

test("a timer is needed once everything but the stillness is there", () => {
  assert.equal(next(Matcher.all([stable(100), text("a")]), { screenText: "a", stableMs: 10 }), 90);
  const nested = Matcher.any([Matcher.all([text("x"), stable(10)]), Matcher.all([text("a"), stable(300)])]);
  assert.equal(next(nested, { screenText: "a" }), 300);
});

test("a predicate sees how long it was still, so it is asked again at growing intervals", () => {
  const lua = Matcher.lua("p", "q");
  assert.equal(next(lua, { stableMs: 0 }, asks), 20);
  assert.equal(next(lua, { stableMs: 20 }, asks), 5);
  for (let stableMs = 25; stableMs < 100_000; stableMs *= 1.7) {
    const inMs = next(lua, { stableMs }, asks) ?? 0;
    assert.ok(inMs > 0 && inMs <= stableMs / 4 + 1e-6, `${inMs} at ${stableMs}`);
  }
  assert.equal(next(lua, { stableMs: 0, exited: true }, asks), undefined, "nothing changes after the end");
  assert.equal(next(Matcher.all([lua, text("a")]), {}, asks), undefined, "it could not match anyway");
  assert.equal(next(Matcher.all([lua, stable(300)]), {}, asks), 300);
});

test("after the end each stable time is a moment to ask a predicate again", () => {
  const waits = Matcher.all([Matcher.lua("p", "q"), Matcher.any([stable(50), stable(200)])]);
  assert.equal(next(waits, { stableMs: 0, exited: true }, asks), 50);
  assert.equal(next(waits, { stableMs: 50, exited: true }, asks), 150);
  assert.equal(next(waits, { stableMs: 200, exited: true }, asks), undefined);
  assert.equal(next(waits, { stableMs: 0 }), undefined, "without predicates it can never match");
});

test("waiting exactly that long makes a random matcher match, and no shorter time does", () => {
  const random = new SeededRandom(11);
  const tree = (depth: number): Matcher => {
    if (depth === 0 || random.below(3) === 0) {
      return random.pick([stable(random.below(50)), text("a"), text("b"), Matcher.processExited()]);
    }
    if (random.below(4) === 0) return Matcher.not(tree(depth - 1));
    const children = Array.from({ length: random.below(4) }, () => tree(depth - 1));
    return random.below(2) === 0 ? Matcher.any(children) : Matcher.all(children);
  };
  let decided = 0;
  for (let i = 0; i < 2000; i++) {
    const compiled = compileMatcher(tree(3));
    const fields = { screenText: random.pick(["a", "b"]), stableMs: random.below(20) };
    if (compiled.evaluate(look(fields)) !== undefined) {
      assert.equal(compiled.nextStableMs(look(fields), fields.stableMs), undefined);
      continue;
    }
    const expected = [...Array(60).keys()].find(
      (ms) => compiled.evaluate(look({ ...fields, stableMs: fields.stableMs + ms })) !== undefined,
    );
    // Where a part must hold and another must no longer, it may take several looks.
    let at = fields.stableMs;
    for (let next = compiled.nextStableMs(look(fields), at); next !== undefined;) {
      assert.ok(next > 0, "each look is later than the one before");
      at += next;
      const matched = compiled.evaluate(look({ ...fields, stableMs: at })) !== undefined;
      next = matched ? undefined : compiled.nextStableMs(look({ ...fields, stableMs: at }), at);
    }
    const found = compiled.evaluate(look({ ...fields, stableMs: at })) === undefined ? undefined : at - fields.stableMs;
    assert.equal(found, expected);
    if (expected !== undefined) decided++;
  }
  assert.ok(decided > 100, `only ${decided} were decided by time`);
});

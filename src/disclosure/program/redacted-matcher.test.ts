import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher } from "../../core/matcher/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { redactedMatcher } from "./redacted-matcher.js";

const SECRET = `ghp_${"a1B2".repeat(9)}`;
const policy = RedactionPolicy.default();

test("a secret in a text of any kind of matcher is covered, also in one that others hold", () => {
  const leaves = [
    Matcher.containsText(SECRET),
    Matcher.transcriptContains(SECRET),
    Matcher.screenRegex(SECRET),
    Matcher.transcriptRegex(SECRET.replace("_", "\\_")),
    Matcher.lua(SECRET, "saw"),
    Matcher.lua("demo", SECRET),
  ];
  for (const leaf of leaves)
    for (const matcher of [leaf, Matcher.any([Matcher.processExited(), Matcher.all([leaf])])]) {
      const told = redactedMatcher(matcher, policy);
      assert.ok(!/ghp\\?_/.test(JSON.stringify(told.matcher)), JSON.stringify(told.matcher));
      assert.equal(told.isUnchanged, false);
    }
});

test("a matcher without secrets is told as it is, but for a plugin's parameters", () => {
  const plain = Matcher.all([Matcher.screenRegex("a\\.b"), Matcher.cursorAt(1, 2), Matcher.screenStable(5)]);
  assert.deepEqual(redactedMatcher(plain, policy), { matcher: plain, isUnchanged: true });
  const { matcher, isUnchanged } = redactedMatcher(Matcher.lua("demo", "saw", { key: "kept back" }), policy);
  assert.ok(isUnchanged);
  assert.doesNotMatch(JSON.stringify(matcher), /kept back/);
});

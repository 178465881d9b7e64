import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { FixtureError } from "./errors.js";
import { normaliseScreen, replacementsIn } from "./normalise-screen.js";

function withRules(t: TestContext, text: string): string {
  const dir = mkdtempSync(join(tmpdir(), "ptywright-test-"));
  t.after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "normalise.json"), text);
  return dir;
}

test("literals and patterns are replaced everywhere, one rule after the other, by the text as it stands", () => {
  const rules = [
    { find: "/home/me", with: "/project" },
    { find: { regex: "\\d+:\\d\\d (?:AM|PM)" }, with: "$& 1:00 PM" },
    { find: "", with: "never" },
  ];
  assert.equal(normaliseScreen("/home/me at 2:31 AM\n12:05 PM", rules), "/project at $& 1:00 PM\n$& 1:00 PM");
});

test("a directory brings its own rules, in their order", (t) => {
  const dir = withRules(t, '{ "Cooked|Baked": "Worked", "Worked for \\\\d+s": "Worked for 0s" }');
  assert.equal(normaliseScreen("Baked for 12s", replacementsIn(dir)), "Worked for 0s");
  assert.deepEqual(replacementsIn(join(dir, "nowhere")), []);
});

for (const [text, reason] of [
  ["[1]", /must be an object of patterns/],
  ['{ "a": 1 }', /must be an object of patterns/],
  ['{ "(": "" }', /normalise.json: /],
  ["{", /not valid JSON/],
] as const)
  test(`rules that cannot be used are refused with their path: ${text}`, (t) => {
    const dir = withRules(t, text);
    assert.throws(
      () => replacementsIn(dir),
      (error) => error instanceof FixtureError && reason.test(error.message) && error.path.endsWith("normalise.json"),
    );
  });

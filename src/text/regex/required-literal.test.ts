import assert from "node:assert/strict";
import { test } from "node:test";
import { compileRegex } from "./index.js";
import { parsePattern } from "./parser.js";
import { structuredPattern } from "./random-pattern.test.support.js";
import { requiredLiteral } from "./required-literal.js";
import { SeededRandom } from "../../base/seeded-random.test.support.js";

const raw = String.raw;

test("the longest run of characters that every match must hold is found", () => {
  const cases: readonly (readonly [pattern: string, literal: string | undefined])[] = [
    ["ready", "ready"],
    [raw`Login: (\w+) done`, "Login: "],
    [raw`\d+ files changed`, " files changed"],
    [raw`(?P<name>user)@host`, "user@host"],
    [raw`^foo\b bar$`, "foo bar"],
    ["ab*cde", "cde"],
    ["abc?", "ab"],
    ["(?:abc)+", undefined],
    ["(?:abc)?x", "x"],
    ["a|b", undefined],
    ["x(?:a|b)yz", "yz"],
    ["(?i)ready", undefined],
    ["(?i)1234", "1234"],
    ["(?i:a)bc", "bc"],
    ["", undefined],
    [raw`\x41\u{1F600}`, "A😀"],
    ["(?x) a b # c", "ab"],
    ["[a]b", "b"],
  ];
  for (const [pattern, literal] of cases) assert.equal(requiredLiteral(parsePattern(pattern)), literal, pattern);
});

test("searching for the literal first never changes an answer", () => {
  const random = new SeededRandom(99);
  let filtered = 0;
  for (let i = 0; i < 2000; i++) {
    const pattern = structuredPattern(random, 3);
    if (requiredLiteral(parsePattern(pattern)) !== undefined) filtered++;
    const fast = compileRegex(pattern);
    const plain = compileRegex(pattern, { prefilter: false });
    for (let j = 0; j < 4; j++) {
      const text = random.text(["a", "b", "c", "1", "_", " ", "K", "\n"], 12);
      assert.deepEqual(fast.exec(text), plain.exec(text), `${JSON.stringify(pattern)} on ${JSON.stringify(text)}`);
      assert.equal(fast.test(text), plain.test(text));
    }
  }
  assert.ok(filtered > 300, `only ${filtered} patterns had a literal`);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { RedactionPolicy, StreamRedactor } from "./index.js";
import { issuedExamples, placedExamples, type SecretExample } from "./secret-examples.test.support.js";
import { MIN_BODY_CHARS, TOKEN_SHAPES } from "./token-shapes.js";

const policy = RedactionPolicy.default();
const random = SeededRandom.ofRun();
const ROUNDS = 20;
const FRAMES: readonly (readonly [string, string])[] = [
  ["", ""],
  ["using ", " now"],
  ['"', '",'],
  ["X=", ""],
  ["first line\r\n", "\r\nlast line"],
  ["\x1b[32m", "\x1b[0m done"],
];

/** No eight characters of it in a row. */
function assertHidden({ name, secret }: SecretExample, shown: string): void {
  for (let at = 0; at + 8 <= secret.length; at += 1)
    assert.ok(!shown.includes(secret.slice(at, at + 8)), `seed ${random.seed}: ${name}: ${JSON.stringify(shown)}`);
}

for (const { name } of TOKEN_SHAPES)
  test(`S7: a token of ${name} is found by its beginning`, () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const example = issuedExamples(random).find((one) => one.name === name)!;
      for (const [before, after] of FRAMES) {
        const output = `${before}${example.text}${after}`;
        const shown = policy.redact(output);
        assertHidden(example, shown);
        assert.ok(shown.endsWith(after) && shown.startsWith(before), JSON.stringify(shown));
        assert.equal(policy.redact(shown), shown);
      }
    }
  });

test("S7: secrets that are known by their place are found", () => {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const example of placedExamples(random)) {
      const shown = policy.redact(example.text);
      assertHidden(example, shown);
      assert.equal(policy.redact(shown), shown, example.name);
    }
});

test("S2: a stream hides each of them, wherever it is cut, as the whole text does", () => {
  for (const { name, text } of [...issuedExamples(random), ...placedExamples(random)]) {
    const output = `$ show it\r\n${text}\r\nok\r\n$ `;
    const whole = policy.redact(output);
    for (let cut = 1; cut < output.length; cut += 1 + random.below(5)) {
      const stream = new StreamRedactor();
      const told = stream.push(output.slice(0, cut)) + stream.push(output.slice(cut)) + stream.flush();
      assert.equal(told, whole, `seed ${random.seed}: ${name}, cut at ${cut}`);
    }
  }
});

test("every shape has a body long enough to be looked for", () => {
  for (const { name, min, heads } of TOKEN_SHAPES) {
    assert.ok(min >= MIN_BODY_CHARS, name);
    assert.ok(
      heads.every((head) => /^[\x21-\x7e]+$/.test(head)),
      name,
    );
  }
  assert.equal(new Set(TOKEN_SHAPES.map(({ name }) => name)).size, TOKEN_SHAPES.length);
});

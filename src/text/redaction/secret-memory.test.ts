import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { REMEMBERED_CHARS, RedactionPolicy, SecretMemory, StreamRedactor, extendedPolicy } from "./index.js";

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const random = SeededRandom.ofRun();
const word = (length: number): string => `7${random.word(ALNUM, length - 1)}`;

test("S12: a remembered secret is found in every piece that is long enough", () => {
  for (let round = 0; round < 50; round += 1) {
    const secret = word(60 + random.below(200));
    const memory = new SecretMemory();
    memory.learn(secret);
    const policy = extendedPolicy(RedactionPolicy.default(), { memory });
    // Near its end a piece may have no digit and no change of case; what stands beside it is covered with it.
    const length = REMEMBERED_CHARS * 2 + random.below(30);
    const start = random.below(secret.length - length);
    const piece = secret.slice(start, start + length);
    for (const text of [piece, `  4 ${piece} \b`, `x│${piece}│y`, `\x1b[31m${piece}\x1b[0m`]) {
      const shown = policy.redact(text);
      assert.ok(!shown.includes(piece.slice(0, REMEMBERED_CHARS)), `seed ${random.seed}: ${shown}`);
      assert.ok(!shown.includes(piece.slice(-REMEMBERED_CHARS)), `seed ${random.seed}: ${shown}`);
      assert.equal(policy.redact(shown), shown);
    }
    const stream = new StreamRedactor(policy);
    let told = "";
    for (const letter of `see ${piece}\r\n`) told += stream.push(letter);
    told += stream.flush();
    for (let at = 0; at + REMEMBERED_CHARS + 4 <= piece.length; at += 1)
      assert.ok(!told.includes(piece.slice(at, at + REMEMBERED_CHARS + 4)), `seed ${random.seed}: ${told}`);
  }
});

test("S12: each piece of a key of capitals and digits is known again, though it have one digit only", () => {
  const memory = new SecretMemory();
  const key = "AKIAGMXGEDNWQUZZXTP7";
  memory.learn(key);
  for (let start = 0; start + REMEMBERED_CHARS <= key.length; start++)
    assert.equal(memory.find(`x ${key.slice(start, start + REMEMBERED_CHARS)}>`).length, 1, String(start));
});

test("S12: it is bounded, forgets the oldest first, and holds no secret", () => {
  const memory = new SecretMemory();
  const first = word(100);
  memory.learn(first);
  assert.equal(memory.find(first).length, 1);
  let last = "";
  for (let i = 0; i < 600; i += 1) memory.learn((last = word(100)));
  assert.equal(memory.find(first).length, 0);
  assert.equal(memory.find(last).length, 1);
});

test("S10: words and names in what was remembered do not hide ordinary text", () => {
  const memory = new SecretMemory();
  for (const secret of [
    "node_modules/typescript",
    "getUserTokenFromStore",
    "development_environment",
    "aaaaaaaaaaaaaaaaaaaa",
  ])
    memory.learn(secret);
  const policy = extendedPolicy(RedactionPolicy.default(), { memory });
  const source = readFileSync(new URL("../../../src/text/redaction/assignment.ts", import.meta.url), "utf8");
  memory.learn(word(400));
  assert.equal(policy.redact(source), RedactionPolicy.default().redact(source));
  assert.equal(policy.redact("see node_modules/typescript"), "see node_modules/typescript");
});

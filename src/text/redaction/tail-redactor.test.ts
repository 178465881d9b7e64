import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { makeCanaries } from "./canaries.test.support.js";
import { RedactionPolicy, TailRedactor } from "./index.js";

const policy = RedactionPolicy.default();
const asIs = (text: string): string => text;
const whole = (tail: string, headCut: boolean): string => policy.redactSlice(tail, 0, tail.length, { headCut });
const joined = (redactor: TailRedactor, tail: string, headCut: boolean): string =>
  redactor
    .redact(tail, headCut)
    .map(({ text }) => text)
    .join("");

/** What programs print: lines, colours, secrets of every shape, keys, half lines, lines without end. */
function output(random: SeededRandom, secretsOneIn: number): string {
  const word = (): string => random.word("abcdefgh ABC/+=_-.", 1 + random.below(60));
  const kinds = [
    () => `${word()}\r\n`,
    () => `${word()}\n`,
    () => `${word()}\r`,
    word,
    () => `\x1b[3${random.below(8)}m${word()}\x1b[m\r\n`,
    () => random.word("ABCDefgh0123+/", 64) + "\r\n",
    () => "same line\r\n".repeat(random.below(60)),
    () => "漢字 😀 é\r\n",
    () => `\x1b]0;token=${word()}\x07`,
    () => "\r\n",
  ];
  if (random.below(secretsOneIn) === 0) return random.pick(makeCanaries(random)).output;
  return random.pick(kinds)();
}

test("a tail that moves on is redacted as if it had been looked at afresh", () => {
  const random = SeededRandom.ofRun();
  for (let round = 0; round < 30; round++) {
    const redactor = new TailRedactor(asIs);
    const limit = random.pick([600, 3_000, 16_384]);
    const secretsOneIn = random.pick([8, 100, 1_000]);
    let text = "";
    for (let step = 0; step < 60; step++) {
      for (let pieces = random.below(random.pick([2, 8, 40])); pieces >= 0; pieces--)
        text += output(random, secretsOneIn);
      const tail = text.slice(-limit);
      const headCut = random.below(20) === 0 || tail.length < text.length;
      assert.equal(joined(redactor, tail, headCut), whole(tail, headCut), `seed ${random.seed}, ${round}, ${step}`);
    }
  }
});

test("a tail that has nothing in common with the last one is redacted too", () => {
  const redactor = new TailRedactor(asIs);
  for (const line of ["one token=abcdef1234\r\n", "two password=hunter2hunter\r\n", ""]) {
    const tail = line.repeat(200);
    assert.equal(joined(redactor, tail, true), whole(tail, true));
  }
});

test("lines that both tails have are the same pieces, and most of a tail is made of them", () => {
  const redactor = new TailRedactor(asIs);
  const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at}, token=secret${at}secret\r\n`);
  const first = redactor.redact(lines.slice(0, 500).join(""), true);
  const second = redactor.redact(lines.slice(1, 501).join(""), true);
  const shared = second.filter((piece) => first.includes(piece));
  assert.ok(second.length > 10 && shared.length >= second.length - 3, `${shared.length} of ${second.length}`);
  assert.equal(redactor.redact(lines.slice(1, 501).join(""), true), second);
});

test("a policy with rules of its own is applied to the whole tail", () => {
  const own = new RedactionPolicy({ extraRegexes: ["(?s)begin.*end"] });
  const redactor = new TailRedactor(asIs, own);
  const tail = `${"line\r\n".repeat(300)}begin\r\n${"line\r\n".repeat(300)}end\r\n`;
  assert.equal(joined(redactor, tail, false), own.redact(tail));
  assert.equal(joined(new TailRedactor(asIs, new RedactionPolicy({ enabled: false })), tail, false), tail);
});

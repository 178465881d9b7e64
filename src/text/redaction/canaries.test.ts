import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { findLeak, makeCanaries, type Canary } from "./canaries.test.support.js";
import { RedactionPolicy, StreamRedactor } from "./index.js";

const random = SeededRandom.ofRun();
const canaries = makeCanaries(random);
const policy = RedactionPolicy.default();

function assertHidden(canary: Canary, output: string, trick: string): void {
  const leak = findLeak(canary, output);
  const detail = `${canary.shape}, ${trick}, seed ${random.seed}: "${leak}" of ${canary.output} is in ${output}`;
  assert.equal(leak, null, detail);
  assert.match(output, /\[REDACTED\]/, detail);
}

function stream(chunks: readonly string[]): string {
  const redactor = new StreamRedactor(policy);
  return chunks.map((chunk) => redactor.push(chunk)).join("") + redactor.flush();
}

test("the canaries are told apart from what surrounds them", (context) => {
  context.diagnostic(`seed ${random.seed}`);
  assert.ok(canaries.length >= 12);
  for (const canary of canaries) assert.notEqual(findLeak(canary, canary.output), null, canary.shape);
});

test("S1: no shape leaks when it comes in one piece", () => {
  for (const canary of canaries) {
    const output = policy.redact(canary.output);
    assertHidden(canary, output, "whole");
    assert.ok(output.startsWith("$ run it\r\n") && output.endsWith("\r\nok 1 2 3\r\n$ "), output);
  }
});

test("S4: no shape leaks with a control sequence at any one position", () => {
  const sequences = ["\x1b[31m", "\x1b[0;1;38;5;9m", "\x1b[K", "\x1b[7G", "\x1b]0;x\x07", "\x1b(B", "\x9b4m", "\0"];
  for (const canary of canaries) {
    for (let at = 0; at <= canary.output.length; at += 1) {
      const sequence = random.pick(sequences);
      const output = policy.redact(canary.output.slice(0, at) + sequence + canary.output.slice(at));
      assertHidden(canary, output, `${JSON.stringify(sequence)} at ${at}`);
      assert.ok(output.includes(sequence), "the sequence itself is kept");
    }
  }
});

test("S4: no shape leaks with a colour change at every position", () => {
  for (const canary of canaries) {
    const coloured = [...canary.output].map((character, index) => `\x1b[3${index % 8}m${character}`).join("");
    assertHidden(canary, policy.redact(coloured), "all coloured");
    assertHidden(canary, stream([...coloured]), "all coloured, in single characters");
  }
});

test("S5: no shape leaks from a window title", () => {
  for (const canary of canaries.filter(({ shape }) => !shape.includes("PEM"))) {
    const line = canary.output.split("\r\n")[1];
    assertHidden(canary, policy.redact(`a\x1b]2;${line}\x07b`), "title");
    assertHidden(canary, stream([...`a\x1b]2;${line}\x1b\\b`]), "streamed title");
  }
});

test("S2: no shape leaks from a stream cut in two at any position", () => {
  for (const canary of canaries) {
    const whole = policy.redact(canary.output);
    for (let at = 0; at <= canary.output.length; at += 1) {
      const output = stream([canary.output.slice(0, at), canary.output.slice(at)]);
      assertHidden(canary, output, `cut at ${at}`);
      assert.equal(output, whole);
    }
  }
});

test("S2: no shape leaks from a stream cut many times", () => {
  for (let round = 0; round < 200; round += 1) {
    const canary = random.pick(canaries);
    const chunks: string[] = [];
    for (let at = 0; at < canary.output.length;) {
      const length = 1 + random.below(1 + random.below(40));
      chunks.push(canary.output.slice(at, at + length));
      at += length;
    }
    const output = stream(chunks);
    assertHidden(canary, output, `cut into ${JSON.stringify(chunks)}`);
    assert.equal(output, policy.redact(canary.output));
  }
});

test("S6: no shape with a beginning of its own leaks when that beginning is gone", () => {
  const shapes = /^(?:bearer|sk-|AKIA|gh|xox|JWT|PEM)/;
  for (const canary of canaries.filter(({ shape }) => shapes.test(shape))) {
    const secretAt = canary.output.indexOf(canary.secret);
    for (let lost = 0; lost < canary.secret.length - 6; lost += 1) {
      const rest = canary.output.slice(secretAt + lost);
      const output = policy.redactSlice(rest, 0, rest.length, { headCut: true });
      assertHidden(canary, output, `the first ${lost} characters are gone`);
    }
  }
});

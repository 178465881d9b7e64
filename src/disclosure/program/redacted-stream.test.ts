import assert from "node:assert/strict";
import { test } from "node:test";
import { IntentRefusedError, PlanInterruptedError } from "../../base/index.js";
import type { Look } from "../../plugins/extension/index.js";
import { RedactedStream } from "./redacted-stream.js";
import { failureMessage } from "./failure-message.js";

const LOOK = {
  state: { state: "working", confidence: 1, evidence: "", sequence: 1, candidates: [] },
  moment: { screenText: "", transcriptTail: "" },
  answerBefore: "",
} as unknown as Look;
const SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ456789";

test("an answer is covered alike wherever it is cut", () => {
  const text = `the key is ${SECRET} and\nno more`;
  for (let size = 1; size < text.length; size++) {
    const covered = new RedactedStream();
    let out = "";
    for (let at = 0; at < text.length; at += size) out += covered.push(text.slice(at, at + size), LOOK);
    assert.equal(out + covered.flush(), "the key is [REDACTED] and\nno more", `in pieces of ${size}`);
  }
});

test("a failure is told in its first line, without what it quotes of the screen", () => {
  const refused = new IntentRefusedError("demo", "send", "bad", `the box shows ${SECRET}\nand more`);
  assert.equal(failureMessage(refused, LOOK), 'plugin "demo" refused send: bad: the box shows [REDACTED]');
  const cause = new Error("timed out waiting for text hunter2 on the screen");
  const quoting = new PlanInterruptedError(cause.message, { step: 1, steps: 2, sent: 0 }, { cause });
  assert.doesNotMatch(failureMessage(quoting, LOOK), /hunter2/);
  const own = new PlanInterruptedError("the box is gone", { step: 1, steps: 2, sent: 0 }, { cause });
  assert.match(failureMessage(own, LOOK), /the box is gone$/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Look } from "../../plugins/extension/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { redactedState } from "./redacted-state.js";

const SECRET = "hunter2-swordfish";
const look = (changes: object, answerBefore = ""): Look =>
  ({
    state: { state: "ready", confidence: 1, evidence: "", sequence: 1, candidates: [], ...changes },
    moment: { screenText: `password=${SECRET}`, transcriptTail: "" },
    answerBefore,
  }) as unknown as Look;
const told = (seen: Look): string => JSON.stringify(redactedState(seen, RedactionPolicy.default()));

test("S1: a secret that a plugin took out of its place is covered, also in a copy of what it found", () => {
  const found = look({ metadata: { seen: SECRET }, evidence: `it is ${SECRET}` });
  assert.ok(!told(found).includes(SECRET), told(found));
  const copy = { ...found, state: { ...found.state, state: "another" } };
  assert.ok(!told(copy).includes(SECRET), told(copy));
  assert.ok(!told(structuredClone(found)).includes(SECRET));
});

test("S1: the rest of a secret whose beginning was told before is covered, piece by piece", () => {
  const [head, middle, end] = ["token=ab", "cdefgh12", "345678 and on"];
  const events = [
    { kind: "text_delta", seq: 1, text: middle },
    { kind: "text_delta", seq: 2, text: end },
  ];
  const { events: covered = [] } = redactedState(look({ events }, head), RedactionPolicy.default());
  const text = covered.map((event) => (event.kind === "text_delta" ? event.text : "")).join("");
  assert.ok(!text.includes("cdefgh12") && !text.includes("345678"), text);
  assert.match(text, / and on$/);
});

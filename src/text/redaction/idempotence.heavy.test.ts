import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { RedactionPolicy, StreamRedactor, type RedactionOptions } from "./index.js";

const CASES = 100_000;
const random = SeededRandom.ofRun();

const WORDS = [
  ..."= : \" ' ` \\ / ? & ; , ( ) [ ] { } < > | # . - + @ * $ \t x 1 é 😀 \uffff".split(" "),
  ...["token", "TOKEN", "secret", "password", "api key", "authorization", "Bearer ", "Basic ", "Digest ", "const "],
  ...["sk-", "AKIA", "ghp_", "github_pat_", "xoxb-", "eyJ", "https://", "@host", "--token ", "--password="],
  ...["abc", "hunter2", "abcdefghijklmnopqrst", "ABCDEFGHIJKLMNOPQRST", "0123456789abcdef", "null", "string"],
  ...[
    "[REDACTED]",
    "[REDA",
    "CTED]",
    "***",
    "%3D",
    "%26",
    "%22",
    '\\"',
    "${",
    "=>",
    "==",
    "::",
    ": ",
    " = ",
    " ",
    "  ",
  ],
  ...["\n", "\r\n", "\\n", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0BAQ"],
];
const CONTROLS = [
  ...["\x1b[31m", "\x1b[0m", "\x1b[5;10H", "\x1b]0;title\x07", "\x1b]0;token=abc\x1b\\", "\x1b(B", "\x9b1m"],
  ...["\x1b", "\x1b[", "\x1b]", "\x9d", "\0", "\b", "\x1b[12é"],
];

function soup(): string {
  const withControls = random.below(3) === 0;
  let text = "";
  for (let left = 1 + random.below(14); left > 0; left -= 1) {
    text += random.pick(withControls && random.below(5) === 0 ? CONTROLS : WORDS);
  }
  return text;
}

const POLICIES: RedactionOptions[] = [
  {},
  {},
  {},
  ...["***", "", "$&", "<a secret>", "token=abc", "xxxxxxxx", '"', "a"].map((replacement) => ({ replacement })),
  { extraLiterals: ["RED", "abc"] },
  { extraLiterals: ["a"], replacement: "aba" },
  { extraLiterals: ["bc]"], replacement: "[abc]" },
  { extraRegexes: ["\\[.*\\]"] },
  { extraRegexes: [".+"], replacement: "zz" },
  { extraRegexes: ["x*", "[a-c]+"] },
  { extraRegexes: ["(?s)b.*1"], extraLiterals: ["\n"] },
];

test("S10: redacting twice changes nothing, whatever the text and the policy", (context) => {
  context.diagnostic(`seed ${random.seed}`);
  const policies = POLICIES.map((options) => new RedactionPolicy(options));
  let changed = 0;
  for (let i = 0; i < CASES; i += 1) {
    const policy = random.pick(policies);
    const text = soup();
    const once = policy.redact(text);
    if (once === text) continue;
    changed += 1;
    const { replacement, extraLiterals, extraRegexes } = policy;
    const detail = `seed ${random.seed}: ${JSON.stringify({ text, replacement, extraLiterals, extraRegexes })}`;
    assert.equal(policy.redact(once), once, detail);
  }
  assert.ok(changed > CASES / 10, `only ${changed} texts held a secret`);
});

test("spans are sorted, not empty and disjoint, and replacing them is what redact does", () => {
  const policy = RedactionPolicy.default();
  for (let i = 0; i < 10_000; i += 1) {
    const text = soup();
    let from = 0;
    let replaced = "";
    for (const { start, end } of policy.spans(text)) {
      assert.ok(start >= from && end > start && end <= text.length, `seed ${random.seed}: ${JSON.stringify(text)}`);
      replaced += text.slice(from, start) + policy.replacement;
      from = end;
    }
    replaced += text.slice(from);

    if (!/[\0-\x08\x1b\x80-\x9f]/.test(text)) assert.equal(replaced, policy.redact(text));
  }
});

test("S2: a stream gives what the whole text gives, wherever it is cut", () => {
  const policies = [{}, {}, { replacement: "█████" }].map((options) => new RedactionPolicy(options));
  for (let i = 0; i < 20_000; i += 1) {
    const policy = random.pick(policies);
    const text = soup();
    const redactor = new StreamRedactor(policy);
    let output = "";
    for (let at = 0; at < text.length;) {
      const length = random.below(2) === 0 ? 1 : 1 + random.below(8);
      output += redactor.push(text.slice(at, at + length));
      at += length;
    }
    output += redactor.flush();
    assert.equal(output, policy.redact(text), `seed ${random.seed}: ${JSON.stringify(text)}`);
  }
});

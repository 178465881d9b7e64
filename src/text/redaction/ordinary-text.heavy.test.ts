import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { RedactionPolicy, StreamRedactor } from "./index.js";

const policy = RedactionPolicy.default();

test("S10: at most one character in a thousand of our own source changes", () => {
  const source = fileURLToPath(new URL("../../../src", import.meta.url));
  let total = 0;
  let hidden = 0;
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    // Tests of redaction hold secrets on purpose.
    if (!entry.isFile() || !entry.name.endsWith(".ts") || entry.name.includes(".test.")) continue;
    const text = readFileSync(`${entry.parentPath}/${entry.name}`, "utf8");
    total += text.length;
    for (const { start, end } of policy.spans(text)) hidden += end - start;
  }
  assert.ok(total > 1_000_000, `${total} characters were read`);
  assert.ok(hidden <= total / 1000, `${hidden} of ${total} characters would be hidden`);
});

test("S8: the cost grows with the length of the text, however hostile", () => {
  const size = 128 * 1024;
  const pieces = [
    ...[
      "token=",
      "a=",
      "token=(",
      "token=f(",
      'token="',
      "token='${",
      'token="\\"',
      "token: x ",
      "token :",
      "--token ",
    ],
    ...[
      "token=a,b",
      "token=a&b",
      "token=\\",
      "token=[REDACTED]",
      "password: a,",
      "Authorization: Digest a",
      "Bearer a",
    ],
    ...["sk-", "eyJ", "eyJaaaaaaaa.b.", "AKIA", "://", "https://a:b", "\\", '"', "-", "-----BEGIN", "token   "],
    ...["-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----x!", "-----BEGIN PRIVATE KEY-----\n"],
    ...[
      "Ab1Ab1Ab1Ab1Ab1Ab1\n",
      "Ab1Ab1Ab1Ab1Ab1Ab1\n-----END PRIVATE KEY-----\n",
      "-----BEGIN X-----\nAb1Ab1Ab1Ab1Ab1Ab1\n",
    ],
    ...[
      "-----BEGIN X-----",
      `${"Ab1+".repeat(16)}\n`,
      `${`${"Ab1+".repeat(16)}\n`.repeat(4)}!\n`,
      "\n1 ",
      "\n1 Ab1Ab1Ab1Ab1Ab1Ab1",
    ],
    ...["\x1b", "\x1b]", "\x1b[", "\x9d", "\x1b]0;token=abc\x07", "\x1b[31ms\x1b[0mk", "x\x1b[msk-abcdefghijklmnopq "],
    ...[
      "x\x1b[msk-abcdefghijklmnopq \x1b[m-----BEGIN PRIVATE KEY-----\n",
      "x\x1b[msk-a\x1b[mbcdefghijklmnopq token=a\n",
    ],
  ];
  const texts = pieces.map((piece) => piece.repeat(Math.ceil(size / piece.length)));
  texts.push(`https://${"a:b:c:".repeat(size / 6)}`, `token="${"x".repeat(size)}`, `token=${"\\".repeat(size)}"`);
  for (const text of texts) {
    const start = performance.now();
    policy.redact(text);
    new StreamRedactor(policy).push(text);
    const elapsed = performance.now() - start;
    // Quadratic work took minutes on twice as much text; linear work took at most 0.25 s on a busy machine.
    assert.ok(elapsed < 3_000, `${JSON.stringify(text.slice(0, 40))}… took ${elapsed} ms`);
  }
});

test("S8: a regex whose matches take quadratic time is cut off, and hides the rest", () => {
  const strict = new RedactionPolicy({ extraRegexes: ["a[^z]*z|a"] });
  const output = strict.redact("a".repeat(60_000));
  assert.ok(!output.includes("a"));
});

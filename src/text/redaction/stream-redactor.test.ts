import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { findLeak, makeCanaries } from "./canaries.test.support.js";
import { RedactionPolicy, StreamRedactor } from "./index.js";

const policy = RedactionPolicy.default();
const R = "[REDACTED]";

function push(...chunks: string[]): string[] {
  const redactor = new StreamRedactor(policy);
  return chunks.map((chunk) => redactor.push(chunk));
}

test("ordinary text is handed on at once", () => {
  const texts = [
    "hello\r\n$ ",
    "hello wor",
    "Password: ",
    "token=",
    "see README.md",
    "50% done\r",
    "\x1b[32mok\x1b[0m $ ",
  ];
  for (const text of texts) assert.deepEqual(push(text), [text]);
});

test("what is typed character by character shows up character by character", () => {
  const line = "$ ls -l /tmp | less\r\n";
  const outputs = push(...line);
  assert.equal(outputs.join(""), line);
  const late = outputs.filter((output, index) => output !== line[index]).length;
  // "s" may begin "sk-", "-" may begin "-----BEGIN": they wait for the next character.
  assert.ok(late <= 12, JSON.stringify(outputs));
});

test("only what may be a secret waits, and the text before it does not", () => {
  assert.deepEqual(push("now token=ab", "cd", " done"), ["now token=", "", `${R} done`]);
  assert.deepEqual(push("use s", "k-abcdefghij", "klmnopq\r\n"), ["use ", "", `${R}\r\n`]);
  assert.deepEqual(push("a gi", "ft\r\n"), ["a ", "gift\r\n"]);
  assert.deepEqual(push("the token: it ", "expires"), ["the token: ", "it expires"]);
});

test("an unfinished escape sequence waits", () => {
  assert.deepEqual(push("a\x1b", "[3", "1mb"), ["a", "", "\x1b[31mb"]);
  assert.deepEqual(push("a\x1b]0;token=ab", "c\x07b"), ["a", `\x1b]0;token=${R}\x07b`]);
});

test("flush hands out the rest and starts afresh", () => {
  const redactor = new StreamRedactor(policy);
  assert.equal(redactor.push("token=abc"), "token=");
  assert.equal(redactor.heldChars, 3);
  assert.equal(redactor.flush(), R);
  assert.equal(redactor.heldChars, 0);
  assert.equal(redactor.push("def "), "def ");
});

test("a private key is swallowed as it comes, not collected", () => {
  const redactor = new StreamRedactor(policy);
  assert.equal(redactor.push("key:\r\n-----BEGIN PRIVATE KEY-----\r\n"), `key:\r\n${R}`);
  for (let line = 0; line < 500; line += 1) {
    assert.equal(redactor.push("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\r\n"), "");
    assert.ok(redactor.heldChars < 100);
  }
  assert.equal(redactor.push("-----END PRIVATE KEY-----\r\n$ "), "\r\n$ ");
});

test("S2: extra literals are found across chunks, whatever is around them", () => {
  const strict = new RedactionPolicy({ extraLiterals: ["correct horse battery", "line1\nline2"] });
  const text = "say correct horse battery staple\nline1\nline2\n";
  for (let at = 0; at <= text.length; at += 1) {
    const redactor = new StreamRedactor(strict);
    const output = redactor.push(text.slice(0, at)) + redactor.push(text.slice(at)) + redactor.flush();
    assert.equal(output, `say ${R} staple\n${R}\n`);
  }
});

test("with extra regexes a line is handed on when it is complete", () => {
  const strict = new RedactionPolicy({ extraRegexes: ["corp-[0-9]+"] });
  const text = "a corp-123456 b\nnext corp-9\n";
  for (let at = 0; at <= text.length; at += 1) {
    const redactor = new StreamRedactor(strict);
    const output = redactor.push(text.slice(0, at)) + redactor.push(text.slice(at));
    assert.equal(output, `a ${R} b\nnext ${R}\n`);
  }
});

test("a disabled policy hands everything through", () => {
  const redactor = new StreamRedactor(new RedactionPolicy({ enabled: false }));
  assert.equal(redactor.push("token=abc"), "token=abc");
  assert.equal(redactor.flush(), "");
});

test("S6: output that came before is not repeated, and still decides what the rest of a secret is", () => {
  const random = SeededRandom.ofRun();
  for (const canary of makeCanaries(random)) {
    for (let cut = 1; cut < canary.output.length; cut++) {
      const redactor = new StreamRedactor(undefined, { after: canary.output.slice(0, cut) });
      const rest = redactor.push(canary.output.slice(cut)) + redactor.flush();
      assert.equal(findLeak(canary, rest), null, `${canary.shape} cut at ${cut}: ${rest}`);
      assert.ok(!rest.includes("run it") || cut < "$ run it".length, `${canary.shape} cut at ${cut}: ${rest}`);
    }
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { RedactionPolicy, StreamRedactor, TailRedactor } from "./index.js";

const policy = RedactionPolicy.default();
const R = "[REDACTED]";
const random = new SeededRandom(6);
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const lines = (count: number, width = 64): string[] =>
  Array.from({ length: count }, () => `${random.word(BASE64, width - 3)}aB3`);
const LAST = `${random.word(BASE64, 30)}aB==`;

function streamed(text: string, size: number): string {
  const redactor = new StreamRedactor(policy);
  let out = "";
  for (let at = 0; at < text.length; at += size) out += redactor.push(text.slice(at, at + size));
  return out + redactor.flush();
}

test("S6: lines up to the END line of a private key are covered though its BEGIN line is gone", () => {
  for (const kind of ["RSA PRIVATE KEY", "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
    for (const count of [0, 1, 3, 4, 50])
      for (const width of [64, 70])
        for (const eol of ["\n", "\r\n"]) {
          const text = ["$ tail key", ...lines(count, width), LAST, `-----END ${kind}-----`, "$ "].join(eol);
          assert.equal(policy.redact(text), ["$ tail key", R, "$ "].join(eol), `${count} lines of ${width}, ${kind}`);
        }
});

test("S6: four full lines of a key are covered with neither BEGIN nor END, also with line numbers", () => {
  for (const width of [64, 70]) {
    assert.equal(policy.redact(["what:", ...lines(4, width), "more (50%)"].join("\n")), `what:\n${R}\nmore (50%)`);
    const numbered = lines(20, width).map((line, i) => `  ${i + 9} ${line}`);
    assert.equal(policy.redact(["what:", ...numbered, "~ "].join("\n")), `what:\n  9 ${R}\n~ `);
  }
});

test("S6: what is no key is left alone: certificates, checksums, base64 of other widths, a few lines", () => {
  const certificate = ["-----BEGIN CERTIFICATE-----", ...lines(30), LAST, "-----END CERTIFICATE-----"];
  const armoured = ["-----BEGIN PGP MESSAGE-----", "Version: 1", "", ...lines(9), "=abcd", "-----END PGP MESSAGE-----"];
  const sums = Array.from({ length: 40 }, () => random.word("0123456789abcdef", 64));
  for (const text of [certificate, [...certificate, ...certificate], armoured, sums, lines(40, 76), lines(3)]) {
    const whole = [...text, "done"].join("\n");
    assert.equal(policy.redact(whole), whole);
    for (const size of [1, 7, 64, 1000]) assert.equal(streamed(whole, size), whole);
  }
  const both = policy.redact([...certificate, ...lines(9), "$ "].join("\n"));
  assert.equal(both, [...certificate, R, "$ "].join("\n"));
});

test("S2: a key without its BEGIN line is the same in pieces as in one, wherever it is cut behind its first characters", () => {
  const texts = [
    ["$ tail key", ...lines(1), LAST, "-----END RSA PRIVATE KEY-----", "$ "],
    ["$ tail key", ...lines(9), LAST, "-----END RSA PRIVATE KEY-----", "$ "],
    ["$ tail key", ...lines(9), "$ "],
    ["$ tail key", ...lines(3), "$ ", ...lines(3, 76), LAST, "and", ...lines(5, 70)],
    [
      "-----BEGIN CERTIFICATE-----",
      ...lines(2),
      "-----BEGIN PRIVATE KEY-----",
      ...lines(2),
      "-----END PRIVATE KEY-----",
      ...lines(5),
      "$ ",
    ],
    ["-----BEGIN CERTIFICATE-----", ...lines(9), LAST, "-----END CERTIFICATE-----", ...lines(9), "$ "],
  ];
  for (const text of texts.map((parts) => parts.join("\r\n"))) {
    const whole = policy.redact(text);
    for (let at = 0; at < text.length; at++) {
      // Held back is only what has sixteen characters of a key's line.
      const before = /(?:^|[\r\n])([A-Za-z0-9+/]{1,16})$/.exec(text.slice(0, at));
      if (before) continue;
      const redactor = new StreamRedactor(policy);
      const out = redactor.push(text.slice(0, at)) + redactor.push(text.slice(at)) + redactor.flush();
      assert.equal(out, whole, `cut at ${at}`);
    }
    const tails = new TailRedactor((piece) => piece);
    for (let at = 0; at < text.length; at += 50)
      assert.equal(
        tails
          .redact(text.slice(0, at), false)
          .map((piece) => piece.text)
          .join(""),
        policy.redact(text.slice(0, at)),
      );
  }
});

test("S2: pieces of every size let out no more than fifteen characters of a key without its BEGIN line", () => {
  const key = lines(12);
  for (let size = 1; size < 200; size++) {
    const out = streamed(["$ less key", ...key, LAST, "-----END PRIVATE KEY-----", "$ "].join("\r\n"), size);
    assert.match(out, /^\$ less key\r\n[A-Za-z0-9+/]{0,15}\[REDACTED\]\r\n\$ $/, `pieces of ${size}`);
  }
});

test("S2: lines that may become a key are not held back beyond the bound, whatever stands between their letters", () => {
  const blanks = " ".repeat(1_800);
  for (const pieces of [
    [...lines(40, 76).join("\n")].map((letter) => `${letter}\x1b[${"0".repeat(60)}m`),
    [...lines(40).join("\n")].map((letter) => `${letter}\x1b[${"0".repeat(60)}m`),
    lines(3).map((line) => `${line}${blanks}\r\n`),
    lines(3).map((line) => `${blanks}${line}\r\n`),
    [...lines(3).map((line) => `${line}\r\n`), blanks, blanks, `${blanks}token=${"x".repeat(3_000)}`],
  ]) {
    const redactor = new StreamRedactor(policy);
    let held = 0;
    for (const piece of pieces) {
      redactor.push(piece);
      held = Math.max(held, redactor.heldChars);
    }
    assert.ok(held <= 4_096, `${held}`);
  }
});

test("S2: a line that is only a word comes out at once, though the last line of a key looks like it", () => {
  for (const word of ["CompilationSucceeded", "ListeningOnPort8080", "/Users/ann/projects", LAST]) {
    const redactor = new StreamRedactor(policy);
    for (const line of [`${word}\r\n`, `${word}\n`, `ok\n${word}\n${word}\n`, `${word}\nabc`])
      assert.equal(redactor.push(line), line);
    assert.equal(redactor.flush(), "");
  }
  const redactor = new StreamRedactor(policy);
  assert.equal(redactor.push(`tail:\n${LAST}\n-----E`), "tail:\n");
  assert.equal(redactor.push("ND PRIVATE KEY-----\n$ "), `${R}\n$ `);
});

test("S6: where the head is gone, a flood of base64 does not swallow what follows it", () => {
  for (const width of [64, 76]) {
    const text = `${[...lines(3_000, width), LAST].join("\r\n")}\r\nall done: 1\r\n`;
    const whole = policy.redactSlice(text, 0, text.length, { headCut: true });
    assert.match(whole, /^\[REDACTED\][^]*\r\nall done: 1\r\n$/);
    if (width === 76) assert.ok(whole.length > text.length - 17_000, `${whole.length} of ${text.length}`);
    const stream = new StreamRedactor(policy, { headCut: true });
    let out = "";
    for (let at = 0; at < text.length; at += 1_000) out += stream.push(text.slice(at, at + 1_000));
    out += stream.flush();
    assert.match(out, /\r\nall done: 1\r\n$/);
    if (width === 76) assert.ok(out.length > text.length - 20_000, `${out.length} of ${text.length}`);
  }
});

test("S10: redacting twice changes nothing where keys have lost their BEGIN lines", () => {
  for (let round = 0; round < 300; round++) {
    const parts = Array.from({ length: 12 }, () =>
      random.pick([
        ...lines(4),
        ...lines(2, 70),
        LAST,
        "",
        "done",
        "$ ls",
        "-----END PRIVATE KEY-----",
        "-----BEGIN CERTIFICATE-----",
      ]),
    );
    const once = policy.redact(parts.join("\n"));
    assert.equal(policy.redact(once), once);
  }
});

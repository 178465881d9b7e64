import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_HELD_CHARS, RedactionPolicy, StreamRedactor } from "./index.js";

const policy = RedactionPolicy.default();

test("S2: never more than the bound is held back, and an overlong secret stays hidden", () => {
  const starts = ["token=", 'token="', "Bearer ", "sk-", "x eyJ", "https://u:", "\x1b]0;", "password: ", "-----BEGIN "];
  for (const start of starts) {
    for (const size of [7, 1000, 50_000]) {
      const redactor = new StreamRedactor(policy);
      let output = redactor.push(start);
      for (let sent = 0; sent < 50_000; sent += size) {
        output += redactor.push("Ab1".repeat(size).slice(0, size));
        assert.ok(redactor.heldChars <= MAX_HELD_CHARS, `${start}: ${redactor.heldChars}`);
      }
      output += redactor.push(" the end\r\n") + redactor.flush();
      if (/^(?:token|password|Bearer|sk)/.test(start)) assert.ok(!output.includes("b1Ab1A"), output.slice(0, 100));
    }
  }
});

test("S2: never more than the bound is held back of broken control sequences and blanks either", () => {
  for (const start of ["", "token=abc", "token='", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n"]) {
    for (const piece of [
      "\x1b",
      "\x9d",
      "\x1b[",
      "\x1b]x",
      "\x1b]0;token=abc",
      " ",
      "\n",
      ">",
      "\x1b[m",
      "A",
      "[REDA",
    ]) {
      const redactor = new StreamRedactor(policy);
      redactor.push(start);
      // More of them than may be held, even where one is a single character.
      for (let i = 0; i < 200; i += 1) {
        redactor.push(piece.repeat(1 + (i % 50)));
        assert.ok(redactor.heldChars <= MAX_HELD_CHARS, `${JSON.stringify(start + piece)}: ${redactor.heldChars}`);
      }
    }
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { EscapeStripper } from "./escape-stripper.js";

/** What a program writes, and what is left of it. */
const PARTS: readonly (readonly [string, string])[] = [
  ["plain", "plain"],
  ["\r\n", "\r\n"],
  ["\t", "\t"],
  ["é", "é"],
  ["👍", "👍"],
  ["\x1b[31m", ""],
  ["\x1b[38;2;1;2;3m", ""],
  ["\x1b[?2004h", ""],
  ["\x1b[ q", ""],
  ["\x1b(B", ""],
  ["\x1b%G", ""],
  ["\x1b7", ""],
  ["\x1b]0;title\x07", ""],
  ["\x1b]8;;http://a/\x1b\\", ""],
  ["\x1bP1$r0m\x1b\\", ""],
  ["\x1bPq\x07#1~\x1b\\", ""],
  ["\x1b_Gf=100;AAAA\x1b\\", ""],
  ["\x1b]2;cut\x1b[1m", ""],
  ["\x1b]2;cancelled\x18", ""],
  ["\x1b[12\x18", ""],
  ["\x1b[1\n2m", "\n"],
  ["\x07\x08\x0e\x0f\x00", ""],
  ["\u009b1m", "1m"],
  ["\u009d0;t\u009c", "0;t"],
  ["\x1b\x1b[m", ""],
];

test("what is left of an output is the same wherever it is cut", () => {
  const random = SeededRandom.ofRun();
  for (let round = 0; round < 2_000; round++) {
    const chosen = Array.from({ length: 1 + random.below(12) }, () => PARTS[random.below(PARTS.length)]);
    const output = chosen.map(([written]) => written).join("");
    const left = chosen.map(([, text]) => text).join("");
    const stripper = new EscapeStripper();
    let plain = "";
    for (let at = 0; at < output.length;) {
      const end = Math.min(output.length, at + 1 + random.below(6));
      plain += stripper.strip(output.slice(at, end));
      at = end;
    }
    assert.equal(plain, left, JSON.stringify(output));
  }
});

test("commands of the operating system are told between the texts, and long ones are not kept", () => {
  const told: string[] = [];
  const stripper = new EscapeStripper();
  const sink = { text: (text: string) => told.push(text), command: (content: string) => told.push(`<${content}>`) };
  for (const piece of ["a\x1b]133", ";A\x1b", "\\b\x1b]133;D;0\x07c\x1b]x\x1b[md", `\x1b]${"y".repeat(9_000)}\x07e`])
    stripper.feed(piece, sink);
  assert.deepEqual(told, ["a", "<133;A>", "b", "<133;D;0>", "c", "d", "e"]);
});

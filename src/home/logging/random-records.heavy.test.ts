import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRecord } from "./format-record.js";

const time = new Date("2026-01-02T03:04:05.678Z");

test("L2: 100,000 random records are one line each, and every JSON record parses to its message", () => {
  let seed = 9;
  const next = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  const odd = ["\n", "\r", "\u001b", '"', "\\", "\u2028", "\u202e", "\u0085", "\0", "=", " ", "{", "😀", "\ud800", "é"];
  // Made once: anew for each record they took two fifths of the time.
  const words = Array.from({ length: 10_007 }, () =>
    Array.from({ length: next(20) }, () =>
      next(3) === 0 ? odd[next(odd.length)] : String.fromCharCode(next(0x3000)),
    ).join(""),
  );
  const word = (): string => words[next(words.length)];
  for (let round = 0; round < 100_000; round++) {
    const fields = { [word()]: word(), n: next(100), deep: { [word()]: [word(), null, { x: word() }] } };
    const record = { time, level: "debug", module: "fuzz", message: word(), fields } as const;
    const plain = { redact: (value: string) => value };
    const format = round % 2 === 0 ? "text" : "json";
    const line = formatRecord(record, format, plain);
    assert.ok(line.endsWith("\n") && !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(line.slice(0, -1)));
    if (format === "json") assert.equal((JSON.parse(line) as { message: string }).message, record.message);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_AWAITED_CHARS, MAX_EXPECT_CHARS, MAX_EXPECT_PATTERNS } from "../../base/index.js";
import { explainExpect } from "./expect-miss.js";
import { ExpectPatterns } from "./expect-pattern.js";

const explained = (patterns: readonly string[], pending: string, taken = ""): string[] =>
  explainExpect({ patterns: new ExpectPatterns(patterns), pending, taken, isCut: false });

test("the largest patterns and the largest texts are explained within 50 ms", () => {
  const fill = (unit: string, length: number): string => unit.repeat(length).slice(0, length);
  const texts = ["0", "\n", "0\n", `${"0".repeat(120)}\r\n`].map((unit) => fill(unit, MAX_EXPECT_CHARS));
  const lengths = [10, 200, MAX_AWAITED_CHARS];
  const sources = lengths.flatMap((length) =>
    [1, length >> 1, length - 1].map((at) => `${fill("0", at)}1${fill("0", length - at - 1)}`),
  );
  for (const text of texts)
    for (const source of sources) {
      const patterns = Array.from(
        { length: Math.min(MAX_EXPECT_PATTERNS, MAX_AWAITED_CHARS / source.length) },
        () => source,
      );
      const took = Array.from({ length: 3 }, () => {
        const began = process.cpuUsage();
        explained(patterns, text, text.slice(-MAX_AWAITED_CHARS));
        const { user, system } = process.cpuUsage(began);
        return (user + system) / 1_000;
      });
      // Of the processor's time, and the quickest: the machine may have had other things to do, and the engine too.
      assert.ok(
        Math.min(...took) < 50,
        `${source.length} in ${JSON.stringify(text.slice(0, 4))}: ${took.join(", ")} ms`,
      );
    }
});

test("of a long rest the end is looked at, and it is said so", () => {
  const [hint] = explained(["done"], `${"x\n".repeat(10_000)}Done\n`);
  assert.match(
    hint,
    /^text "done" has not come; of the end of what is not taken yet, line \d+ differs in case only: "Done"$/,
  );
});

test("nothing is said of a pattern that may not be told", () => {
  const patterns = new ExpectPatterns(["SECRET", "DONE"]);
  const miss = { patterns, pending: "secret done", taken: "SECRET", isCut: false };
  assert.deepEqual(
    explainExpect(miss, (source) => source !== "SECRET"),
    [
      'text "DONE" has not come; of what is not taken yet, line 1 differs in case only: "secret done"',
      'not taken yet: "secret done"',
    ],
  );
});

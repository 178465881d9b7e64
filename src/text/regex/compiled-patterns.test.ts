import assert from "node:assert/strict";
import { test } from "node:test";
import { CompiledPatterns } from "./compiled-patterns.js";

test("a pattern is compiled once as long as it is among the last, and what is kept is bounded", () => {
  const compiled: string[] = [];
  const patterns = new CompiledPatterns((source) => {
    compiled.push(source);
    return { source } as never;
  });
  const first = patterns.get("a", 10);
  assert.equal(patterns.get("a", 10), first);
  for (let i = 0; i < 4; i++) patterns.get(`large ${i}`, 5_000);
  assert.deepEqual(compiled, ["a", "large 0", "large 1", "large 2", "large 3"]);
  // The oldest are gone.
  patterns.get("large 3", 5_000);
  patterns.get("a", 10);
  assert.deepEqual(compiled.slice(5), ["a"]);
});

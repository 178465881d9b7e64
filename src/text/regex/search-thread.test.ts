import assert from "node:assert/strict";
import { test } from "node:test";
import { compileRegex, searchElsewhere } from "./index.js";

const elsewhere = (pattern: string, text: string, signal?: AbortSignal) =>
  searchElsewhere({ source: pattern, steps: pattern.length }, text, signal);

const TEXT = "漢字 and 42 apples\n".repeat(20_000);

test("P7: a search in the other thread finds what a search here does", async () => {
  for (const pattern of [String.raw`(\d+) apples\z`, "字 (and)", "(?m)^漢.*$", "pears", "(x)?漢", "$"])
    assert.deepEqual(await elsewhere(pattern, TEXT), compileRegex(pattern).exec(TEXT), pattern);
});

test("P7: searches are answered each for itself, though one thread does them all", async () => {
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`);
  const found = await Promise.all(words.map((word) => elsewhere(`(${word})!`, `${TEXT}${word}!`)));
  assert.deepEqual(
    found.map((match) => match?.capture),
    words,
  );
});

test("P7: a search that nobody wants any more is answered at once with nothing", async () => {
  const abort = new AbortController();
  const slow = elsewhere("(a+)+$", "a".repeat(1_000_000));
  const taken = elsewhere("a", "a", abort.signal);
  abort.abort();
  assert.equal(await taken, undefined);
  assert.equal(await elsewhere("a", "a", abort.signal), undefined);
  assert.equal((await slow)?.index, 0);
});

test("P7: a thread that dies fails the search it was at, and another one does the next", async () => {
  const failing = elsewhere("(", "a");
  const next = elsewhere("(b)", "abc");
  await assert.rejects(failing, { code: "invalid_regex" });
  assert.equal((await next)?.index, 1);
});

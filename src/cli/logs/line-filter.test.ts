import assert from "node:assert/strict";
import { test } from "node:test";
import { LineFilter } from "./line-filter.js";

/** All that comes out when the bytes arrive in pieces of that size, before and after the end. */
function through(filter: string | undefined, bytes: Buffer, size: number): { whole: string; ended: string } {
  const lines = new LineFilter(filter === undefined ? undefined : Buffer.from(filter));
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(lines.push(bytes.subarray(at, at + size)));
  return { whole: Buffer.concat(out).toString(), ended: lines.end().toString() };
}

test("lines come out whole and the same, however they arrive", () => {
  const bytes = Buffer.from("eins\nzwei 漢字 é\n\ndrei ohne Ende");
  for (let size = 1; size <= bytes.length; size++) {
    assert.deepEqual(through(undefined, bytes, size), {
      whole: "eins\nzwei 漢字 é\n\n",
      ended: "drei ohne Ende\n",
    });
    assert.deepEqual(through("漢", bytes, size), { whole: "zwei 漢字 é\n", ended: "" });
    assert.deepEqual(through("ei", bytes, size), { whole: "eins\nzwei 漢字 é\n", ended: "drei ohne Ende\n" });
  }
});

test("nothing comes out of a line before it ends, and nothing at the end of nothing", () => {
  const lines = new LineFilter(undefined);
  assert.equal(lines.push(Buffer.from("half")).length, 0);
  assert.equal(lines.push(Buffer.from(" a line\n")).toString(), "half a line\n");
  assert.equal(lines.end().length, 0);
});

test("a line without end is passed on in pieces instead of being kept", () => {
  const lines = new LineFilter(undefined);
  const piece = Buffer.alloc(300_000, "x");
  let passed = 0;
  for (let i = 0; i < 20; i++) passed += lines.push(piece).length;
  assert.ok(passed > 20 * piece.length - 1_500_000);
});

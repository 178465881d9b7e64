import assert from "node:assert/strict";
import { test } from "node:test";
import { metadataAt } from "./metadata-at.js";

const state = (metadata: unknown) => ({
  state: "x",
  confidence: 1,
  evidence: "",
  sequence: 0,
  candidates: [],
  metadata,
});

for (const [metadata, path, found] of [
  [{ a: { b: "c" } }, "a.b", "c"],
  [{ a: { b: "c" } }, "a", { b: "c" }],
  [{ a: { b: "c" } }, "a.b.c", undefined],
  [{ a: null }, "a.b", undefined],
  [{}, "constructor.name", undefined],
  [undefined, "a", undefined],
  [{ a: 1 }, undefined, undefined],
] as const)
  test(`${path} in ${JSON.stringify(metadata)} is ${JSON.stringify(found)}`, () => {
    assert.deepEqual(metadataAt(state(metadata), path), found);
  });

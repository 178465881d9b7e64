import assert from "node:assert/strict";
import { test } from "node:test";
import type { ObjectNode } from "../protocol/index.js";
import { methods } from "../protocol/index.js";
import { camelCased, snakeCased } from "./field-names.js";

test("every field of every method comes back as it was", () => {
  for (const [name, { params, result }] of Object.entries(methods) as [
    string,
    { params: ObjectNode; result: ObjectNode },
  ][])
    for (const fields of [params.fields, result.fields]) {
      const wire = Object.fromEntries(Object.keys(fields ?? {}).map((key) => [key, 1]));
      const here = camelCased(wire);
      assert.ok(
        Object.keys(here).every((key) => !key.includes("_")),
        name,
      );
      assert.deepEqual(snakeCased(here), wire, name);
    }
});

test("fields are respelt at every depth, values never", () => {
  const wire = { plain_text: "a_b", cells: [{ wide_continuation: true, style: { fore_ground: null } }], n: 0 };
  const here = { plainText: "a_b", cells: [{ wideContinuation: true, style: { foreGround: null } }], n: 0 };
  assert.deepEqual(camelCased(wire), here);
  assert.deepEqual(snakeCased(here), wire);
  for (const value of [null, undefined, 3, "a_b", true]) assert.equal(camelCased(value), value);
});

test("no name reaches a prototype", () => {
  const wire = JSON.parse('{"__proto__":{"is_admin":true}}') as object;
  const here = camelCased(wire);
  assert.equal(Object.getPrototypeOf(here), Object.prototype);
  assert.equal((here as { isAdmin?: unknown }).isAdmin, undefined);
});

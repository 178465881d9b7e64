import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { MethodSpec, SchemaNode } from "#internal/protocol/index.js";
import { errorData, methods, notifications, parse } from "#internal/protocol/index.js";
import { RPC_ERROR_CODES, jsonSchemaDocuments, openRpcDocument } from "ptywright/protocol";
import { RandomValues } from "../support/random-values.js";
import { Random, SEED } from "../support/random.js";

const VALUES = 200;
/** Strict: a keyword that JSON Schema does not have would make a document pass too much. */
const ajv = new Ajv2020({ strict: true });
const root = fileURLToPath(new URL("../../../", import.meta.url));

test("the documents that are checked in are those that would be written", () => {
  const check = spawnSync(process.execPath, ["scripts/generate-protocol.mjs", "--check"], { cwd: root });
  assert.equal(check.status, 0, String(check.stderr) + String(check.stdout));
});

const schemas = new Map<string, SchemaNode>([["error.data", errorData]]);
for (const [name, { params, result }] of Object.entries<MethodSpec>(methods))
  schemas.set(`${name}.params`, params).set(`${name}.result`, result);
for (const [name, { params }] of Object.entries(notifications)) schemas.set(`${name}.params`, params);

test("there is a document for every message, and for nothing else", () => {
  assert.deepEqual([...jsonSchemaDocuments().keys()].sort(), [...schemas.keys()].sort());
});

/** The server takes null for what may be left out; documents name the one form that everybody should write. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (part === null ? [] : [[name, withoutNulls(part)]])),
  );
}

function passes(schema: SchemaNode, value: unknown): boolean {
  try {
    parse(schema, value, "");
    return true;
  } catch {
    return false;
  }
}

/** No number of JavaScript's beyond these is exact, and no document says so. */
const isExact = (value: unknown): boolean => !/e\+|\d{16}/.test(JSON.stringify(value) ?? "");

for (const [name, document] of jsonSchemaDocuments())
  test(`the document of ${name} allows what the server takes, and nothing else`, () => {
    const schema = schemas.get(name);
    assert.ok(schema);
    const allows = ajv.compile(document);
    const values = new RandomValues(new Random(SEED));
    let refused = 0;
    for (let count = 0; count < VALUES; count++) {
      const valid = withoutNulls(values.valid(schema));
      // A title may be null and is not left out: only such values are compared as they are.
      const tried: unknown[] = [values.valid(schema), values.mutated(valid), values.mutated(values.mutated(valid))];
      for (const value of tried) {
        if (!isExact(value)) continue;
        const plain: unknown = name.endsWith("params") ? withoutNulls(value) : value;
        if (!name.endsWith("params") && JSON.stringify(value).includes("null")) continue;
        const isAllowed = passes(schema, plain);
        if (!isAllowed) refused++;
        assert.equal(allows(plain), isAllowed, JSON.stringify(plain));
      }
    }
    if (Object.keys(schema.kind === "object" ? schema.fields : { any: 1 }).length > 0) assert.ok(refused > 0);
  });

test("the OpenRPC document names every method, notification and error", () => {
  const document = openRpcDocument() as {
    methods: { name: string; examples: unknown[]; params: { name: string }[] }[];
    "x-notifications": { name: string }[];
    components: { errors: Record<string, { code: number }> };
  };
  assert.deepEqual(
    document.methods.map(({ name }) => name),
    Object.keys(methods),
  );
  for (const { examples } of document.methods) assert.equal(examples.length, 1);
  assert.deepEqual(
    document["x-notifications"].map(({ name }) => name),
    Object.keys(notifications),
  );
  const codes = Object.entries(document.components.errors).map(([name, { code }]) => [name, code]);
  assert.deepEqual(Object.fromEntries(codes), RPC_ERROR_CODES);
});

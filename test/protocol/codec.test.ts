import assert from "node:assert/strict";
import { test } from "node:test";
import type { MethodSpec, ObjectNode, Schema, SchemaNode } from "#internal/protocol/index.js";
import {
  cellJson,
  classification,
  classifyInput,
  descriptionAnswer,
  encode,
  errorData,
  methods,
  notifications,
  parse,
  parseLibrary,
  planAnswer,
  predicateInput,
  respeltPath,
  screenSnapshot,
  snapshotHead,
  translated,
} from "#internal/protocol/index.js";
import { fieldsOf, libraryName, wireName } from "#internal/protocol/schema/spelling.js";
import { cell } from "#internal/protocol/terminal-types.js";
import { RandomValues } from "../support/random-values.js";
import { Random, SEED } from "../support/random.js";

const values = new RandomValues(new Random(SEED));
/** A value as it comes out of JSON. */
const received = <S extends Schema>(schema: S) =>
  parse(schema, JSON.parse(JSON.stringify(values.valid(schema))) as unknown, "value");

/** Every type that is declared: what methods take and give, what is pushed, what errors carry, what plugins see and say. */
const TYPES: readonly (readonly [string, Schema])[] = [
  ...Object.entries<MethodSpec>(methods).flatMap(([name, { params, result }]) => [
    [`${name} params`, params] as const,
    [`${name} result`, result] as const,
  ]),
  ...Object.entries(notifications).map(([name, { params }]) => [name, params as Schema] as const),
  ["error data", errorData],
  ["classify input", classifyInput],
  ["predicate input", predicateInput],
  ["classification", classification],
  ["plan", planAnswer],
  ["description", descriptionAnswer],
];
const VALUES_EACH = 100;

for (const [name, schema] of TYPES)
  test(`${name}: what is encoded and decoded comes back as it was`, () => {
    for (let count = 0; count < VALUES_EACH; count++) {
      const wire = received(schema);
      const library = translated(schema, wire);
      assert.deepEqual(encode(schema, library), wire);
      assert.deepEqual(translated(schema, parse(schema, encode(schema, library), "value")), library);
      assert.deepEqual(parseLibrary(schema, library, "value"), library, "the library's form passes its own check");
    }
  });

test("every name is spelt back as it was", () => {
  const names = new Set<string>();
  const seen = new Set<SchemaNode>();
  const visit = (node: SchemaNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "named") visit(node.of());
    if (node.kind === "object") visitFields(node);
    if (node.kind === "tagged") Object.values(node.variants).forEach(visitFields);
    if (node.kind === "array" || node.kind === "one_or_many") visit(node.item);
    if (node.kind === "tuple") node.items.forEach(visit);
    if (node.kind === "either") node.choices.forEach(visit);
    if (node.kind === "record") visit(node.value);
    if (node.kind === "nullable") visit(node.inner);
  };
  const visitFields = (node: ObjectNode): void => {
    for (const { wire, field } of fieldsOf(node)) {
      names.add(wire);
      visit(field.schema);
    }
  };
  for (const [, schema] of TYPES) visit(schema);
  assert.ok(names.size > 100, `only ${names.size} names`);
  for (const name of names) assert.equal(wireName(libraryName(name)), name);
});

test("keys of a map and free JSON keep their names, whatever they look like", () => {
  const env = { MY_VAR: "1", my_var: "2", myVar: "3", ["__proto__"]: "4" };
  const params = { program: "x", env, clearEnv: true } as const;
  assert.deepEqual(encode(methods["session.create"].params, params), { program: "x", env, clear_env: true });
  const state = { state: "s", confidence: 1, evidence: "", sequence: 1, candidates: [{ other_state: 1 }] };
  const wire = { ...state, metadata: { some_key: { innerKey: 1 } }, host_marks: [{ label: "a_b" }] };
  const { result } = methods["adapter.state"];
  assert.deepEqual(translated(result, { state: wire }).state, {
    ...state,
    metadata: wire.metadata,
    hostMarks: wire.host_marks,
  });
});

test("the path of a field is found in both forms, through lists, kinds and values of every depth", () => {
  const { params } = methods["session.wait"];
  const matcher = {
    type: "any",
    matchers: [
      { type: "process_exited" },
      {
        type: "all",
        matchers: [
          { type: "screen_stable", minMs: -1 },
          { type: "screen_regex", pattern: "(" },
        ],
      },
    ],
  };
  const library = { session: "s1", matcher, timeoutMs: 1 };
  const wire = encode(params as Schema, library);
  for (const [mine, theirs] of [
    ["timeoutMs", "timeout_ms"],
    ["matcher", "matcher"],
    ["matcher.matchers[1].matchers[0].minMs", "matcher.value[1].value[0].value.min_ms"],
    ["matcher.matchers[1].matchers[1].pattern", "matcher.value[1].value[1].value"],
    ["redaction.extraRegexes[2]", "redaction.extra_regexes[2]"],
  ] as const) {
    assert.equal(respeltPath(params, library, mine, "wire"), theirs);
    assert.equal(respeltPath(params, wire, theirs, "library"), mine);
  }
});

test("a cell that is written as it is walked over is what the schema says of a cell", () => {
  const write = cellJson();
  for (let count = 0; count < 500; count++) {
    const wire = received(cell);
    const { row, col, text, wide, wideContinuation, style } = translated(cell, wire);
    const either = wide ? false : wideContinuation;
    const json = JSON.parse(write(row, col, text, wide, either, style)) as unknown;
    assert.deepEqual(json, { ...wire, wide_continuation: either });
  }
});

test("a snapshot that is written in pieces is what the schema says of a snapshot", () => {
  for (let count = 0; count < 100; count++) {
    const wire = received(screenSnapshot);
    for (const large of ["cells", "runs"] as const) {
      const json = JSON.parse(`${snapshotHead(translated(screenSnapshot, wire), large)}]}`) as unknown;
      assert.deepEqual(json, { ...wire, cells: [], runs: [] });
    }
  }
});

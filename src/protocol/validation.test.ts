import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "../base/index.js";
import type { MethodSpec } from "./index.js";
import { methods, parse } from "./index.js";

const CASES: readonly (readonly [keyof typeof methods, unknown, string, RegExp])[] = [
  ["session.create", null, "params", /^params must be an object, got null$/],
  ["session.create", [], "params", /^params must be an object, got an array$/],
  ["session.create", {}, "program", /^program is missing; it must be a string$/],
  ["session.create", { program: null }, "program", /^program must be a string, got null$/],
  ["session.create", { program: "" }, "program", /^program must not be empty$/],
  ["session.create", { program: "a", args: [1] }, "args[0]", /^args\[0\] must be a string, got 1$/],
  ["session.create", { program: "a", env: [] }, "env", /^env must be an object, got an array$/],
  ["session.create", { program: "a", env: { B: {} } }, "env.B", /^env\.B must be a string, got an object/],
  ["session.create", { program: "a", rows: 0 }, "rows", /^rows must be a whole number from 1 to 1000, got 0$/],
  ["session.create", { program: "a", cols: 2.5 }, "cols", /^cols must be a whole number from 1 to 1000, got 2\.5$/],
  ["session.create", { program: "a", clear_env: "no" }, "clear_env", /^clear_env must be true or false, got "no"$/],
  ["session.create", { program: "a", transcript_max_chars: -1 }, "transcript_max_chars", /from 0 to 16777216, got -1$/],
  [
    "session.wait",
    { session: "s1", matcher: { type: "bell" }, since: "last_input" },
    "since",
    /^since must be "input", or a sequence number, or \{marker\}, got "last_input"$/,
  ],
  ["session.wait", { session: "s1", matcher: { type: "bell" }, since: true }, "since", /"input".*sequence.*marker/],
  ["session.wait", { session: "s1", matcher: { type: "bell" }, since: -1 }, "since", /a sequence number, got -1$/],
  ["session.snapshot", { session: "s1", cells: "run" }, "cells", /^cells must be true or false, or "runs", got "run"$/],
  ["session.input", { session: "s1" }, "action", /^action is missing; it must be an object with a type$/],
  ["session.input", { session: "s1", action: 1 }, "action", /^action must be an object with a type, got 1$/],
  [
    "session.input",
    { session: "s1", action: [{}] },
    "action[0].type",
    /^action\[0\]\.type is missing; it must be one of/,
  ],
  [
    "session.input",
    { session: "s1", action: { type: "toString" } },
    "action.type",
    /must be one of text, .*, got "toString"/,
  ],
  [
    "session.input",
    { session: "s1", action: { type: "signal", value: "x" } },
    "action.value",
    /must be one of term, hup/,
  ],
  [
    "session.wait",
    { session: "s1", matcher: { type: "any" } },
    "matcher.value",
    /^matcher\.value is missing; it must be an array$/,
  ],
  [
    "session.wait",
    {
      session: "s1",
      matcher: { type: "all", value: [{ type: "any", value: [{ type: "cursor_at", value: { row: 1 } }] }] },
    },
    "matcher.value[0].value[0].value.col",
    /col is missing; it must be a whole number of 0 or more$/,
  ],
  [
    "session.snapshot",
    { session: "s1", redaction: { extra_literals: [null] } },
    "redaction.extra_literals[0]",
    /got null/,
  ],
  ["server.set_notifications", { enabled: true, sessions: [""] }, "sessions[0]", /must not be empty/],
];

for (const [method, params, field, message] of CASES)
  test(`${method} of ${JSON.stringify(params)} is refused by the name of ${field}`, () => {
    assert.throws(
      () => parse(methods[method].params, params, ""),
      (error: unknown) => {
        assert.ok(error instanceof InvalidArgumentError);
        assert.equal(error.field, field);
        assert.match(error.message, message);
        return true;
      },
    );
  });

for (const [name, { params, example, summary, keeps }] of Object.entries<MethodSpec>(methods))
  test(`${name} has a summary and an example that it would take itself`, () => {
    assert.ok(summary.endsWith("."));
    assert.ok(["until_done", "until_effect", "until_begun"].includes(keeps));
    const checked = parse(params, example, "") as Record<string, unknown>;
    for (const [field, value] of Object.entries(example)) assert.deepEqual(checked[field], value);
  });

test("defaults are filled in, null stands for what may be left out, and what nobody knows is left behind", () => {
  assert.deepEqual(parse(methods["session.create"].params, { program: "a", cwd: null, x: 1 }, ""), {
    program: "a",
    args: [],
    env: {},
    clear_env: false,
    rows: 24,
    cols: 80,
    pixel_width: 0,
    pixel_height: 0,
    transcript_max_chars: 131_072,
    scrollback: 10_000,
    raw_transcript_append: false,
    shell_integration: false,
  });
});

test("a key called __proto__ is data, and what an object inherits is not", () => {
  const { env } = parse(methods["session.create"].params, JSON.parse('{"program":"a","env":{"__proto__":"x"}}'), "");
  assert.deepEqual(Object.entries(env), [["__proto__", "x"]]);
  const inherited = Object.create({ program: "a" }) as unknown;
  assert.throws(() => parse(methods["session.create"].params, inherited, ""), /program is missing/);
});

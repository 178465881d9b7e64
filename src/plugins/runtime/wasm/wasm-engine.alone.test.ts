import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import test from "node:test";
import type { PluginWorkerOptions } from "../index.js";
import { pluginErrorOf, startPlugin } from "../plugin.test.support.js";
import type { ModuleOptions } from "./module.test.support.js";
import { moduleOf, pluginModule } from "./module.test.support.js";

const startModule = (t: TestContext, module: Uint8Array, options: PluginWorkerOptions = {}) =>
  startPlugin(t, module, options, { runtime: "wasm", entrypoint: "plugin.wasm" });

test("A module tells its functions, takes JSON and answers with JSON.", async (t) => {
  const plugin = await startModule(t, pluginModule());
  assert.deepEqual(plugin.exports, [
    "calls",
    "deep",
    "fail",
    "grow",
    "junk",
    "loop",
    "outside",
    "repeat",
    "trap",
    "widen",
  ]);
  const value = { text: "zażółć \0 🎉", list: [1, 2.5, null, true, {}] };
  assert.deepEqual(await plugin.call("repeat", value), value);
  assert.deepEqual([await plugin.call("calls", null), await plugin.call("calls", null)], [1, 2]);
});

test("A module that loops is ended with its thread, and can be called again.", async (t) => {
  const plugin = await startModule(t, pluginModule(), { limits: { wallClockMs: 50 } });
  const error = await pluginErrorOf(plugin.call("loop", {}));
  assert.equal(error.reason, "time");
  assert.equal(await plugin.call("repeat", 1), 1);
});

test("A module that traps fails, and the next call begins with a fresh instance.", async (t) => {
  const plugin = await startModule(t, pluginModule());
  await plugin.call("calls", null);
  const error = await pluginErrorOf(plugin.call("trap", {}));
  assert.deepEqual([error.reason, error.file], ["failed", "plugin.wasm"]);
  assert.match(error.message, /trap failed at plugin\.wasm: it trapped: unreachable$/);
  assert.equal(await plugin.call("calls", null), 1);
});

test("A module that answers with an error has failed, and keeps what it remembers.", async (t) => {
  const plugin = await startModule(t, pluginModule());
  await plugin.call("calls", null);
  const error = await pluginErrorOf(plugin.call("fail", {}));
  assert.deepEqual([error.reason, error.file], ["failed", "plugin.wasm"]);
  assert.match(error.message, /fail failed at plugin\.wasm: no such mode$/);
  assert.equal(await plugin.call("calls", null), 2);
});

test("An error that is no text is refused, and a long one is cut.", async (t) => {
  const plugin = await startModule(t, pluginModule());
  const odd = await pluginErrorOf(plugin.call("repeat", { error: 1 }));
  assert.deepEqual([odd.reason, /its result has an "error" that is no text$/.test(odd.message)], ["bad_value", true]);
  const long = await pluginErrorOf(plugin.call("repeat", { error: "x".repeat(5_000) }));
  assert.match(long.message, /: x{1000}…$/);
});

for (const [what, memory] of [
  ["says nothing about its maximum", "1"],
  ["allows itself 4 GiB", "1 65536"],
] as const)
  test(`A module that grows and ${what} gets no more memory than allowed.`, async (t) => {
    const plugin = await startModule(t, pluginModule({ memory }), { limits: { memoryBytes: 8_388_608 } });
    assert.equal((await pluginErrorOf(plugin.call("grow", {}))).reason, "memory");
    assert.equal(await plugin.call("repeat", 1), 1);
  });

test("An argument for which a module has no room is refused.", async (t) => {
  const plugin = await startModule(t, pluginModule());
  assert.equal((await pluginErrorOf(plugin.call("repeat", "x".repeat(100_000)))).reason, "memory");
});

for (const [name, message] of [
  ["outside", /its result lies outside of its memory$/],
  ["junk", /its result is no JSON: /],
  ["deep", /its result is nested deeper than 64 levels$/],
] as const)
  test(`A result that is ${name} is refused.`, async (t) => {
    const plugin = await startModule(t, pluginModule());
    const error = await pluginErrorOf(plugin.call(name, {}));
    assert.equal(error.reason, "bad_value");
    assert.match(error.message, message);
    assert.equal(await plugin.call("repeat", 1), 1);
  });

for (const [what, table] of [
  ["says nothing about its maximum", "(table 1 externref)"],
  ["allows itself ten million entries", "(table 1 10000000 externref)"],
] as const)
  test(`A table that grows and ${what} gets no more entries than allowed.`, async (t) => {
    const plugin = await startModule(t, pluginModule({ fields: table, entries: 9_501 }));
    assert.ok(Array.isArray(await plugin.call("widen", {})));
  });

test("Instructions of every kind are read over as the compiler reads them.", async (t) => {
  const kinds = `
    (type $pair (func (param i32 i64) (result i64 i32)))
    (table $refs 2 externref)
    (elem declare func $kinds)
    (func $swap (type $pair) (local.get 1) (local.get 0))
    (func $kinds (param f32 f64) (result i32) (local v128 externref i64)
      (block (result i32) (i32.const -2147483648))
      (if (result i32) (then (i32.const 1)) (else (i32.const 2)))
      (loop (param i32) (result i32))
      (block (br_if 0 (i32.const 0)) (br_table 0 0 0 (i32.const 1)))
      (call $swap (i64.const 0x7fffffffffffffff)) (i32.const 2) (i32.add) (i64.extend_i32_s) (i64.add) (i32.wrap_i64)
      (f32.const 1.5) (f32.sqrt) (i32.trunc_sat_f32_s) (i32.add)
      (drop (select (result externref) (ref.null extern) (local.get 3) (i32.const 1)))
      (drop (ref.is_null (ref.func $kinds)))
      (table.set $refs (i32.const 0) (table.get $refs (i32.const 1)))
      (table.fill $refs (i32.const 0) (ref.null extern) (i32.const 1))
      (i64.store16 offset=65000 align=1 (i32.const 0) (f64.const 2) (i64.trunc_f64_u))
      (drop (i32.load8_s offset=300 (i32.const 1))) (drop (memory.grow (i32.const 0))) (drop (memory.size))
      (local.set 2 (v128.const i32x4 1 2 3 4))
      (local.set 2 (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 (local.get 2) (v128.load (i32.const 0))))
      (v128.store32_lane 1 (i32.const 0) (v128.load32_lane 2 (i32.const 4) (i32x4.replace_lane 3 (local.get 2) (i32.const 9))))
      (drop (i32x4.extract_lane 0 (v128.bitselect (local.get 2) (local.get 2) (i8x16.splat (i32.const 1)))))
      (drop (v128.any_true (f64x2.mul (local.get 2) (f64x2.abs (local.get 2)))))
      (call_indirect $calls (type $pair) (i32.const 1) (i64.const 1) (i32.const 0)) (drop) (drop) (return))
    (table $calls funcref (elem $swap))`;
  const plugin = await startModule(t, pluginModule({ fields: kinds }));
  assert.equal(await plugin.call("repeat", 1), 1);
});

const moreExports = Array.from({ length: 1_000 }, (_, i) => `(export "more${i}" (func $alloc))`).join("");
const TYPES = 1;
const TABLES = 4;
const ELEMENTS = 9;
const ANYREF = 0x6e;
const EXTERNREF = 0x6f;

const REFUSED: readonly (readonly [string, ModuleOptions | Uint8Array, RegExp])[] = [
  ["wants imports", { fields: '(import "env" "now" (func))' }, /a plugin has no imports, and it wants env\.now$/],
  ["lacks an export", { withoutCall: true }, /it does not export ptywright_call$/],
  ["begins with too much memory", { memory: "1025" }, /its memory begins with 1025 pages, 1024 are allowed$/],
  ["shares its memory", { memory: "1 2 shared" }, /its memory must be plain: 32 bits, not shared$/],
  ["has two memories", { fields: "(memory 1)" }, /it has 2 memories, 1 are allowed$/],
  [
    "has a table of millions",
    { fields: "(table 10000000 externref)" },
    /begins with 10000000 entries, 10000 are allowed$/,
  ],
  ["has many tables", { fields: "(table 1 externref)".repeat(9) }, /it has 9 tables, 8 are allowed$/],
  ["has a table of 64 bits", { fields: "(table i64 1 externref)" }, /its table must be plain: 32 bits, not shared$/],
  [
    "has a table of anything",
    moduleOf(TABLES, [1, ANYREF, 0, 1]),
    /its tables must be plain: of funcref or externref$/,
  ],
  [
    "has a table that is filled",
    moduleOf(TABLES, [1, 0x40, 0, EXTERNREF, 0, 1, 0xd0, EXTERNREF, 0x0b]),
    /its tables must be plain/,
  ],
  ["has a type of arrays", { fields: "(type (array (mut i64)))" }, /its types must be those of functions$/],
  ["has a group of types", moduleOf(TYPES, [1, 0x4e, 1, 0x5e, 0x7e, 1]), /its types must be those of functions$/],
  [
    "takes other references",
    moduleOf(TYPES, [1, 0x60, 1, ANYREF, 0]),
    /its functions must take and give plain values$/,
  ],
  ["has exceptions", { fields: "(tag)" }, /it has a section of kind 13, which is not known here$/],
  [
    "has too many elements",
    moduleOf(ELEMENTS, new Array<number>(65_537).fill(0)),
    /65537 bytes of elements, 65536 are allowed$/,
  ],
  [
    "has too many globals",
    { fields: "(global i32 (i32.const 0))".repeat(10_000) },
    /it has 10001 globals, 10000 are allowed$/,
  ],
  [
    "fills memory in bulk",
    { fields: "(func (memory.fill (i32.const 0) (i32.const 0) (i32.const 8)))" },
    /it moves memory in bulk, which nobody could interrupt; build it without bulk-memory$/,
  ],
  ["exports too much", { fields: moreExports }, /it has 1003 exports, 1000 are allowed$/],
  ["has too many functions", { fields: "(func)".repeat(49_999) }, /it has 50001 functions, 50000 are allowed$/],
];

for (const [what, refused, message] of REFUSED)
  test(`A module that ${what} is refused.`, async (t) => {
    const module = refused instanceof Uint8Array ? refused : pluginModule(refused);
    assert.match((await pluginErrorOf(startModule(t, module))).message, message);
  });

test("What is no module is refused, wherever it ends.", async (t) => {
  const whole = pluginModule();
  for (const length of [0, 4, 8, 9, 60, whole.length - 1])
    assert.equal((await pluginErrorOf(startModule(t, whole.subarray(0, length)))).reason, "failed", String(length));
});

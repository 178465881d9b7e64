import assert from "node:assert/strict";
import test from "node:test";
import type { JsonValue } from "./index.js";
import { pluginErrorOf, startPlugin, withFunction } from "./plugin.test.support.js";

test("Values come back as they went in.", async (t) => {
  const plugin = await startPlugin(t, withFunction("return input"));
  const values: JsonValue[] = [
    true,
    0,
    -1,
    1.5,
    2 ** 53 - 1,
    2 ** 40 + 0.5,
    "",
    "plain",
    "zażółć 漢字 🎉",
    "\0 in \0 between",
    "\uFEFFmarked",
    "x".repeat(100_000),
    [1, "two", [3]],
    [{ a: [] as JsonValue[] }].map(() => ({ a: [1] })),
    { a: { b: { c: [true, false] } }, "": 1, "with space": 2 },
  ];
  for (const value of values) assert.deepEqual(await plugin.call("run", value), value);
});

test("Null and what is absent are nil.", async (t) => {
  const plugin = await startPlugin(t, withFunction("return { type(input.a), type(input.b), next(input) == nil }"));
  assert.deepEqual(await plugin.call("run", { a: null, b: undefined }), ["nil", "nil", true]);
  const bare = await startPlugin(t, withFunction("return type(input)"));
  assert.equal(await bare.call("run", null), "nil");
});

test("Numbers without a fraction are integers in Lua.", async (t) => {
  const plugin = await startPlugin(
    t,
    withFunction("return { math.type(input[1]), math.type(input[2]), tostring(input[1]) }"),
  );
  assert.deepEqual(await plugin.call("run", [7, 7.5]), ["integer", "float", "7"]);
});

test("A table is an array if its keys are 1 to n, or if it was marked as one.", async (t) => {
  const plugin = await startPlugin(
    t,
    withFunction(
      "return { list = { 1, 2 }, none = {}, marked = ptywright.array({}), fresh = ptywright.array(), mixed = { 1, x = 2 }, holes = { [1] = 1, [3] = 3 }, far = { [2] = 2 }, half = { [1.5] = 1 } }",
    ),
  );
  assert.deepEqual(await plugin.call("run", {}), {
    list: [1, 2],
    none: {},
    marked: [],
    fresh: [],
    mixed: { "1": 1, x: 2 },
    holes: { "1": 1, "3": 3 },
    far: { "2": 2 },
    half: { "1.5": 1 },
  });
});

test("A field called __proto__ is a field like others, both ways.", async (t) => {
  const plugin = await startPlugin(
    t,
    withFunction("return { ['__proto__'] = { polluted = true }, got = input['__proto__'].x }"),
  );
  const answer = (await plugin.call("run", JSON.parse('{"__proto__":{"x":5}}') as JsonValue)) as Record<
    string,
    unknown
  >;
  assert.deepEqual(Object.keys(answer).sort(), ["__proto__", "got"]);
  assert.equal(Object.getPrototypeOf(answer), Object.prototype);
  assert.equal(answer.got, 5);
});

test("P6: Bytes that are no UTF-8 become replacement characters.", async (t) => {
  const plugin = await startPlugin(t, withFunction("return 'a\\xff\\xfeb\\0c'"));
  assert.equal(await plugin.call("run", {}), "a\uFFFD\uFFFDb\0c");
});

test("Half a surrogate pair goes in as a replacement character.", async (t) => {
  const plugin = await startPlugin(t, withFunction("return input"));
  assert.equal(await plugin.call("run", "a\uD800b".repeat(20)), "a\uFFFDb".repeat(20));
});

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  [
    "a function",
    "return { events = { 1, { run = print } } }",
    /its result has a function at events\[2\]\.run, which is no JSON$/,
  ],
  ["a coroutine", "return coroutine.create(print)", /its result has a thread, which is no JSON$/],
  ["a number that is none", "return { x = 0 / 0 }", /the number NaN at x/],
  ["infinity", "return math.huge", /the number Infinity/],
  ["a key that is no text", "return { [true] = 1 }", /has a boolean as a key/],
  ["itself", "local t = {} t.t = t return t", /nested deeper than 64 levels, or holds itself$/],
  ["too much text", "return ('x'):rep(2000000)", /more than 1048576 bytes of text$/],
  ["too many values", "local t = {} for i = 1, 20000 do t[i] = i end return t", /more than 16384 values$/],
  ["an array with names", "return ptywright.array({ x = 1 })", /has an array with other keys than 1, 2, 3/],
];

for (const [what, body, message] of REFUSED)
  test(`P6: A result with ${what} is refused.`, async (t) => {
    const plugin = await startPlugin(t, withFunction(body));
    const error = await pluginErrorOf(plugin.call("run", {}));
    assert.equal(error.reason, "bad_value");
    assert.match(error.message, message);
    assert.equal(await plugin.call("fine", {}), "fine");
  });

test("P6: A result is read without asking its metamethods.", async (t) => {
  const plugin = await startPlugin(
    t,
    withFunction(
      "return setmetatable({ 1, 2 }, { __index = error, __len = error, __pairs = error, __tostring = error })",
    ),
  );
  assert.deepEqual(await plugin.call("run", {}), [1, 2]);
});

test("An argument that is nested too deep is refused, and so is one that no thread can be given.", async (t) => {
  const plugin = await startPlugin(t, withFunction("return 1"));
  let deep: JsonValue = [];
  for (let i = 0; i < 100; i++) deep = [deep];
  assert.match(
    (await pluginErrorOf(plugin.call("run", deep))).message,
    /its argument is nested deeper than 64 levels$/,
  );
  const odd = { f: () => 1 } as unknown as JsonValue;
  assert.equal((await pluginErrorOf(plugin.call("run", odd))).reason, "bad_value");
  assert.equal(await plugin.call("fine", {}), "fine");
});

test("An argument that does not fit into the plugin's memory is refused, and the plugin lives on.", async (t) => {
  const plugin = await startPlugin(t, withFunction("return #input"), { limits: { memoryBytes: 1_048_576 } });
  const error = await pluginErrorOf(plugin.call("run", "x".repeat(2_000_000)));
  assert.equal(error.reason, "memory");
  assert.equal(await plugin.call("fine", {}), "fine");
});

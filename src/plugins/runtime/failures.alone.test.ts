import assert from "node:assert/strict";
import test from "node:test";
import { PluginError } from "./index.js";
import { pluginErrorOf, pluginWithFunctions, startPlugin, withFunction } from "./plugin.test.support.js";

/** What it is, its body, and what the message says, where `run` is the function and HERE its line. */
const FAILURES: readonly (readonly [string, string, RegExp])[] = [
  ["an error with a text", "error('boom')", /^plugin "trial": run failed: HERE: boom$/],
  ["an error without a place", "error('boom', 0)", /run failed at HERE: boom$/],
  ["an error of the language", "return nil + 1", /HERE: attempt to perform arithmetic on a nil value$/],
  ["an error of a library", "string.rep()", /HERE: bad argument #1 to 'rep' \(string expected, got no value\)$/],
  ["a wrong pattern", "string.find('x', '[')", /HERE: malformed pattern \(missing ']'\)$/],
  ["an error in a coroutine", "coroutine.wrap(function() error('boom') end)()", /HERE: .*boom$/],
  ["nil as an error", "error()", /run failed at HERE: nil$/],
  ["a table as an error", "error({ 1 })", /run failed at HERE: the error object is a table$/],
  ["a function as an error", "error(print)", /the error object is a function$/],
  [
    "an error that tells what it is",
    "error(setmetatable({}, { __tostring = function() return 'told' end }))",
    /at HERE: told$/,
  ],
  [
    "an error whose __tostring fails",
    "error(setmetatable({}, { __tostring = function() error('again') end }))",
    /cannot be shown: its __tostring fails$/,
  ],
  [
    "an error whose __tostring tells nothing",
    "error(setmetatable({}, { __tostring = function() return {} end }))",
    /cannot be shown: its __tostring fails$/,
  ],
  ["endless recursion", "local function f() return 1 + f() end return f()", /HERE: stack overflow/],
  ["endless recursion through pcall", "local function f() return assert(pcall(f)) end f()", /C stack overflow/],
  [
    "endless recursion in metamethods",
    "local t = {} setmetatable(t, { __index = function(_, k) return t[k] end }) return t.x",
    /C stack overflow/,
  ],
  ["endless recursion in gsub", "local function f() return ('x'):gsub('.', f) end f()", /C stack overflow/],
  ["endless recursion in sort", "local function f() table.sort({ 1, 2 }, f) end f()", /C stack overflow/],
  [
    "endless recursion in tostring",
    "local t = {} setmetatable(t, { __tostring = function(x) return tostring(x) end }) return tostring(t)",
    /C stack overflow/,
  ],
  [
    "a chain of __index that closes",
    "local t = {} setmetatable(t, { __index = t }) return t.x",
    /'__index' chain too long/,
  ],
  ["brackets without end", "return assert(load('return ' .. ('('):rep(100000)))", /(C stack overflow|too many)/],
  [
    "a pattern that nests without end",
    "return ('x'):rep(300000):find(('(x'):rep(300000))",
    /(too complex|too many captures)/,
  ],
  ["a pattern with many steps back", "return ('x'):rep(300000):find(('x?'):rep(300000) .. 'b')", /pattern too complex/],
  [
    "an unruly comparison",
    "local t = {} for i = 1, 99 do t[i] = i end table.sort(t, function() return true end)",
    /invalid order function/,
  ],
  ["a handler that fails", "local ok = xpcall(error, error, 'twice') return ok", /run failed at HERE: twice$/],
  ["a width for a giant", "return string.format('%9999d', 1)", /invalid conversion/],
  ["more results than fit", "return table.unpack({}, 1, 1e7)", /too many results to unpack/],
  ["a yield where nobody resumes", "coroutine.yield()", /attempt to yield from outside a coroutine/],
  ["bytecode", "assert(load('\\27Lua', 'x', 'b'))", /attempt to load a binary chunk/],
];

const all = await pluginWithFunctions(
  FAILURES.map(([, body]) => body),
  {},
);

for (const [i, [what, , message]] of FAILURES.entries())
  test(`P1: A plugin with ${what} fails with its line, and can be called again.`, async () => {
    const error = await pluginErrorOf(all.call(`f${i}`, {}));
    assert.match(error.message.replaceAll(`main.lua:${i + 2}`, "HERE").replace(`f${i}`, "run"), message);
    assert.deepEqual([error.reason, error.file, error.line], ["failed", "main.lua", i + 2], error.message);
    assert.equal(await all.call("fine", {}), "fine");
  });

test("A plugin whose code does not compile is refused with the line.", async (t) => {
  const error = await pluginErrorOf(startPlugin(t, "local M = {}\nfunction M.run( end\nreturn M"));
  assert.deepEqual([error.reason, error.file, error.line], ["failed", "main.lua", 2]);
  assert.match(
    error.message,
    /^plugin "trial": main\.lua failed: main\.lua:2: <name> or '\.\.\.' expected near 'end'$/,
  );
});

test("P1: A plugin that loops while it is loaded is refused with the line.", async (t) => {
  const error = await pluginErrorOf(startPlugin(t, "\nwhile true do end", { limits: { instructions: 100_000 } }));
  assert.deepEqual([error.reason, error.file, error.line], ["instructions", "main.lua", 2]);
});

test("P2: A plugin that is stuck in a pattern while it is loaded is refused with the line.", async (t) => {
  const source = "\n\nstring.find(('a'):rep(3000), ('.-'):rep(30) .. 'b')";
  const error = await pluginErrorOf(startPlugin(t, source, { limits: { wallClockMs: 100 } }));
  assert.deepEqual([error.reason, error.file, error.line], ["time", "main.lua", 3]);
});

test("A plugin that returns no table is refused.", async (t) => {
  const error = await pluginErrorOf(startPlugin(t, "return 1"));
  assert.equal(error.reason, "bad_value");
  assert.match(error.message, /main\.lua must return a table of functions, but returned number$/);
});

test("P6: A plugin that exports functions without end is refused.", async (t) => {
  const source = "local M = {} for i = 1, 100000 do M['f' .. i] = print end return M";
  assert.match((await pluginErrorOf(startPlugin(t, source))).message, /it exports more than 1024 functions$/);
});

test("A plugin without the memory that Lua itself needs is refused.", async (t) => {
  for (const memoryBytes of [1, 1_000, 5_000, 10_000])
    await assert.rejects(startPlugin(t, withFunction("return 1"), { limits: { memoryBytes } }), PluginError);
});

test("P4: Bytecode instead of source is refused.", async (t) => {
  const error = await pluginErrorOf(startPlugin(t, new Uint8Array([0x1b, 0x4c, 0x75, 0x61, 0x54])));
  assert.match(error.message, /attempt to load a binary chunk/);
});

test("A long error text is cut.", async (t) => {
  const plugin = await startPlugin(t, withFunction("error(('x'):rep(1000000))"));
  const error = await pluginErrorOf(plugin.call("run", {}));
  assert.ok(error.message.length < 5_000);
});

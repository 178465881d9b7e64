import assert from "node:assert/strict";
import test from "node:test";
import type { PluginErrorReason, PluginLimits } from "./index.js";
import { pluginErrorOf, pluginWithFunctions, startPlugin, withFunction } from "./plugin.test.support.js";

/** Low where they are what cuts it off, so that it does not take long. */
const LIMITS: Partial<Record<PluginErrorReason, Partial<PluginLimits>>> = {
  time: { wallClockMs: 100 },
  memory: { memoryBytes: 4_194_304 },
};

/** What it is, its body, and for which limit it is cut off. */
const MISBEHAVIOURS: readonly (readonly [string, string, PluginErrorReason])[] = [
  ["an endless loop", "while true do end", "instructions"],
  ["an endless loop of pcalls", "while true do pcall(function() while true do end end) end", "instructions"],
  ["pcalls inside pcalls", "local function f() while true do pcall(f) end end f()", "instructions"],
  ["an endless loop in xpcall", "while true do xpcall(function() while true do end end, print) end", "instructions"],
  ["an endless handler of xpcall", "xpcall(error, function() while true do end end)", "instructions"],
  [
    "an endless handler for being cut off",
    "xpcall(function() while true do end end, function() while true do end end)",
    "instructions",
  ],
  ["an endless coroutine", "coroutine.resume(coroutine.create(function() while true do end end))", "instructions"],
  ["an endless wrapped coroutine", "coroutine.wrap(function() while true do end end)()", "instructions"],
  [
    "coroutines that start each other",
    "local function f() coroutine.wrap(function() while true do pcall(f) end end)() end while true do pcall(f) end",
    "instructions",
  ],
  ["short coroutines without end", "while true do coroutine.wrap(function() end)() end", "instructions"],
  [
    "a coroutine that swallows every error of another",
    "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
    "instructions",
  ],
  [
    "a variable that is closed without end",
    "local x <close> = setmetatable({}, { __close = function() while true do end end })",
    "instructions",
  ],
  [
    "variables that are closed while it is cut off",
    "local function f() local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end while true do pcall(f) end",
    "instructions",
  ],
  [
    "an endless __index",
    "local t = setmetatable({}, { __index = function() while true do end end }) return t.x",
    "instructions",
  ],
  [
    "an endless __newindex",
    "setmetatable({}, { __newindex = function() while true do end end }).x = 1",
    "instructions",
  ],
  [
    "an endless __eq",
    "local m = { __eq = function() while true do end end } return setmetatable({}, m) == setmetatable({}, m)",
    "instructions",
  ],
  [
    "an endless __lt",
    "local m = { __lt = function() while true do end end } return setmetatable({}, m) < setmetatable({}, m)",
    "instructions",
  ],
  [
    "an endless __concat",
    "return setmetatable({}, { __concat = function() while true do end end }) .. ''",
    "instructions",
  ],
  ["an endless __len", "return #setmetatable({}, { __len = function() while true do end end })", "instructions"],
  ["an endless __call", "setmetatable({}, { __call = function() while true do end end })()", "instructions"],
  ["an endless __pairs", "pairs(setmetatable({}, { __pairs = function() while true do end end }))", "instructions"],
  [
    "an endless __tostring",
    "return tostring(setmetatable({}, { __tostring = function() while true do end end }))",
    "instructions",
  ],
  [
    "an endless __tostring of what is printed",
    "print(setmetatable({}, { __tostring = function() while true do end end }))",
    "instructions",
  ],
  [
    "an endless __tostring of an error",
    "error(setmetatable({}, { __tostring = function() while true do end end }))",
    "instructions",
  ],
  ["an endless comparison in a sort", "table.sort({ 3, 2, 1 }, function() while true do end end)", "instructions"],
  ["an endless replacement in a gsub", "string.gsub('abc', '.', function() while true do end end)", "instructions"],
  ["an endless reader of load", "load(function() while true do end end)", "instructions"],
  ["a finalizer", "setmetatable({}, { __gc = function() while true do end end })", "failed"],

  ["a catastrophic find", "return string.find(('a'):rep(3000), ('.-'):rep(30) .. 'b')", "time"],
  ["a catastrophic match", "return string.match(('a'):rep(3000), ('a-'):rep(30) .. 'b')", "time"],
  ["a catastrophic gmatch", "for _ in string.gmatch(('a'):rep(3000), ('.-'):rep(30) .. 'b') do end", "time"],
  ["a catastrophic gsub", "return string.gsub(('a'):rep(3000), ('a-'):rep(30) .. 'b', '')", "time"],
  ["a catastrophic pattern on a short text", "return string.find(('a'):rep(100), ('.-'):rep(30) .. 'b')", "time"],
  [
    "a catastrophic pattern in a pcall loop",
    "while true do pcall(string.find, ('a'):rep(3000), ('.-'):rep(30) .. 'b') end",
    "time",
  ],
  ["an endless table.move", "table.move({}, 1, math.maxinteger - 1, 2)", "time"],
  [
    "an endless table.insert",
    "table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 1)",
    "time",
  ],
  ["an endless table.remove", "table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1)", "time"],

  ["a bomb of string.rep", "return ('x'):rep(1 << 28)", "memory"],
  ["a bomb of string.rep in a pcall loop", "while true do pcall(string.rep, 'x', 1 << 28) end", "memory"],
  ["a text that doubles", "local s = 'x' while true do s = s .. s end", "memory"],
  ["a text that doubles in pcalls", "local s = 'x' while true do pcall(function() s = s .. s end) end", "memory"],
  ["an endless table", "local t = {} while true do t[#t + 1] = {} end", "memory"],
  ["a flood of table.insert", "local t = {} while true do table.insert(t, 'x') end", "memory"],
  [
    "a huge table.concat",
    "local t = {} for i = 1, 100 do t[i] = ('x'):rep(40000) end return table.concat(t)",
    "memory",
  ],
  [
    "a huge table.unpack",
    "local t = {} for i = 1, 1e5 do t[i] = i end return { table.unpack(t) }, { table.unpack(t) }, table.pack(table.unpack(t))",
    "memory",
  ],
  ["coroutines that are kept", "local t = {} while true do t[#t + 1] = coroutine.create(print) end", "memory"],
  [
    "memory that only a coroutine takes",
    "coroutine.wrap(function() local t = {} while true do t[#t + 1] = {} end end)()",
    "memory",
  ],
  [
    "a text that doubles in a coroutine of a coroutine",
    "coroutine.wrap(function() coroutine.wrap(function() local s = 'x' while true do s = s .. s end end)() end)()",
    "memory",
  ],
  ["endless recursion that keeps all", "local function f(t) return 1 + f({ t }) end return f()", "memory"],
];

// What is cut off without ending the thread can share one: a plugin that survives all of them in a row is the better proof.
const isSharing = (reason: PluginErrorReason) => reason !== "time" && reason !== "memory";
const shared = await pluginWithFunctions(
  MISBEHAVIOURS.map(([, body, reason]) => (isSharing(reason) ? body : "")),
  { instructions: 100_000 },
);

for (const [i, [what, body, reason]] of MISBEHAVIOURS.entries())
  test(`A plugin with ${what} is cut off, with its line, and can be called again.`, async (t) => {
    const isShared = isSharing(reason);
    const plugin = isShared ? shared : await startPlugin(t, withFunction(body), { limits: LIMITS[reason] ?? {} });
    const [name, line] = isShared ? [`f${i}`, i + 2] : ["run", 2];
    const error = await pluginErrorOf(plugin.call(name, {}));
    assert.deepEqual([error.reason, error.file, error.line], [reason, "main.lua", line], error.message);
    assert.ok(error.message.includes(`main.lua:${line}`), error.message);
    assert.equal(await plugin.call("fine", {}), "fine");
  });

const TIME_LIMIT_MS = 5;
const LATE_MS = 50;
const ATTEMPTS = 6;
const loops = MISBEHAVIOURS.filter(([, , reason]) => reason === "instructions");
// So short that time is what cuts them off: as many instructions as there may be take some 30 ms.
const timed = await pluginWithFunctions(
  loops.map(([, body]) => body),
  { wallClockMs: TIME_LIMIT_MS },
);

for (const [i, [what]] of loops.entries())
  test(`P1: A plugin with ${what} is cut off within 50 ms of its time limit.`, async () => {
    let best = Infinity;
    // Others on the machine may take the processor in any single attempt.
    for (let attempt = 0; attempt < ATTEMPTS && best > TIME_LIMIT_MS + LATE_MS; attempt++) {
      const startedAt = performance.now();
      const { reason } = await pluginErrorOf(timed.call(`f${i}`, {}));
      assert.equal(reason, "time");
      best = Math.min(best, performance.now() - startedAt);
    }
    assert.ok(best <= TIME_LIMIT_MS + LATE_MS, `it took ${best.toFixed(1)} ms`);
  });

import assert from "node:assert/strict";
import test from "node:test";
import { InvalidArgumentError } from "../../base/index.js";
import { longestOwnBlockMs } from "../../base/loop-block.test.support.js";
import { PluginError } from "./index.js";
import { pluginErrorOf, startPlugin, withFunction } from "./plugin.test.support.js";

const STUCK = "string.find(('a'):rep(3000), ('.-'):rep(30) .. 'b')";

test("The names of the exported functions are known, and no other can be called.", async (t) => {
  const plugin = await startPlugin(t, "return { b = print, a = print, x = 1, [1] = print }");
  assert.deepEqual(plugin.exports, ["a", "b"]);
  const error = await pluginErrorOf(plugin.call("x", {}));
  assert.equal(error.reason, "missing_export");
  assert.equal(error.message, 'plugin "trial" exports no function x; it has: a, b');
});

test("Calls are answered one after the other, in order, and the plugin keeps its state.", async (t) => {
  const plugin = await startPlugin(t, "local n = 0 return { next = function() n = n + 1 return n end }");
  const answers = await Promise.all(Array.from({ length: 50 }, () => plugin.call("next", {})));
  assert.deepEqual(
    answers,
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
});

test("A plugin that is cut off by a count keeps its state.", async (t) => {
  const source = "local n = 0 return { next = function(forever) n = n + 1 while forever do end return n end }";
  const plugin = await startPlugin(t, source, { limits: { instructions: 10_000 } });
  await pluginErrorOf(plugin.call("next", true));
  assert.equal(await plugin.call("next", false), 2);
});

test("A coroutine that outlives a call that was cut off goes on in the next, and is counted there.", async (t) => {
  const source = `local M, kept = {}, coroutine.wrap(function()
    pcall(coroutine.wrap(function() while true do end end))
    while true do if coroutine.yield(1) then while true do end end end
  end)
  function M.cut() return kept() end
  function M.use(forever) local sum = 0 for _ = 1, 100 do sum = sum + kept(forever) end return sum end
  return M`;
  const plugin = await startPlugin(t, source, { limits: { instructions: 10_000 } });
  assert.equal((await pluginErrorOf(plugin.call("cut", {}))).reason, "instructions");
  assert.equal(await plugin.call("use", false), 100);
  assert.equal((await pluginErrorOf(plugin.call("use", true))).reason, "instructions");
});

test("A call that fails does not stop those that wait behind it.", async (t) => {
  const plugin = await startPlugin(t, withFunction(`if input == 1 then ${STUCK} end return input`), {
    limits: { wallClockMs: 50 },
  });
  const answers = await Promise.allSettled([plugin.call("run", 1), plugin.call("run", 2), plugin.call("run", 3)]);
  assert.deepEqual(
    answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "rejected")),
    ["rejected", 2, 3],
  );
});

test("P3: A plugin that has to be ended again and again is started five times, then says when to try again.", async (t) => {
  const plugin = await startPlugin(t, withFunction(STUCK), { limits: { wallClockMs: 10 } });
  for (let i = 0; i < 6; i++) assert.equal((await pluginErrorOf(plugin.call("run", {}))).reason, "time");
  const error = await pluginErrorOf(plugin.call("fine", {}));
  assert.equal(error.reason, "unavailable");
  assert.match(error.message, /it had to be ended too often; try again in \d+ s$/);
});

test("Closing ends a call in flight and those behind it, and what is closed stays so.", async (t) => {
  const plugin = await startPlugin(t, withFunction(STUCK));
  const calls = [plugin.call("run", {}), plugin.call("fine", {})].map(pluginErrorOf);
  await plugin.close();
  await plugin.close();
  for (const error of await Promise.all(calls)) assert.equal(error.reason, "unavailable");
  assert.match(
    (await pluginErrorOf(plugin.call("fine", {}))).message,
    /cannot be called: it was closed; start it again$/,
  );
});

test("O5: More calls than may wait are refused at once.", async (t) => {
  const plugin = await startPlugin(t, withFunction("return 1"));
  const calls = Array.from({ length: 1_025 }, () => plugin.call("fine", {}));
  const answers = await Promise.allSettled(calls);
  assert.deepEqual(answers.filter(({ status }) => status === "rejected").length, 1);
  assert.equal(answers.at(-1)?.status, "rejected");
});

test("An idle plugin does not keep the process alive.", async (t) => {
  const held = () => process.getActiveResourcesInfo().filter((name) => /MessagePort|Worker|Timeout/.test(name));
  const before = held();
  const plugin = await startPlugin(t, withFunction("return 1"));
  await plugin.call("fine", {});
  assert.deepEqual(held(), before);
});

test("Options that do not exist, and limits above the usual ones, are refused.", async (t) => {
  const source = withFunction("return 1");
  await assert.rejects(startPlugin(t, source, { limit: {} } as object), InvalidArgumentError);
  await assert.rejects(startPlugin(t, source, { limits: { instructions: 1e9 } }), /from 1 to 5000000, got 1000000000/);
  await assert.rejects(startPlugin(t, source, { limits: { wallClockMs: 0 } }), InvalidArgumentError);
});

test("P1, P2, P3: The main thread goes on while a plugin loops, floods its memory, answers at length, or is stuck.", async (t) => {
  const TIME = { wallClockMs: 300 };
  const bodies = [
    ["while true do pcall(error) end", "time", TIME],
    // With all its memory, time would be over first.
    ["local t = {} while true do t[#t + 1] = {} end", "memory", { memoryBytes: 8_388_608 }],
    ["local t = {} for i = 1, 8000 do t[i] = { ('x'):rep(100) } end return t", "a result", {}],
    [STUCK, "time", TIME],
  ] as const;
  let longestMs = Infinity;
  // The collector, and what else has threads here, disturbs a round now and then, but not each.
  for (let round = 0; round < 3 && longestMs > 50; round++) {
    // New ones each time: a plugin may be started again only so often.
    const plugins = await Promise.all(bodies.map(([body, , limits]) => startPlugin(t, withFunction(body), { limits })));
    longestMs = await longestOwnBlockMs(async () => {
      for (const [i, [body, expected]] of bodies.entries()) {
        const outcome = await plugins[i].call("run", null).then(
          () => "a result",
          (error: unknown) => (error instanceof PluginError ? error.reason : String(error)),
        );
        assert.equal(outcome, expected, body);
      }
    });
  }
  assert.ok(longestMs <= 50, `${longestMs} ms`);
});

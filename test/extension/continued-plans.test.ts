import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { InvalidArgumentError, Matcher } from "ptywright";
import { ExtensionHandle, IntentRefusedError, LuaPlugin, PluginExtension } from "ptywright/plugins";
import { failure } from "../support/failure.js";
import { shell } from "../support/fixture.js";
import { start } from "../support/session.js";

const asks = shell("printf 'first? '; read a; printf 'second? '; read b; echo \"got $a and $b\"; cat");

const ANSWERS = `local M, seen = {}, ""
  local function line(text) return ptywright.action.text(text), ptywright.action.key("enter") end
  local function answer(text, shown, continue, last_intent)
    local text, enter = line(text)
    return { actions = { text, enter, ptywright.step.wait(ptywright.matcher.contains_text(shown)) },
      continue = continue, last_intent = last_intent }
  end
  function M.classify(ctx)
    seen = ctx.screen
    return { state = "x", events = { { kind = "text_delta", text = seen } }, metadata = ctx.last_intent }
  end
  function M.both() return answer("one", "second? ", { call = "_second", params = { word = "two" } }, "half") end
  function M._second(params)
    if not seen:find("second%? $") then return { refused = { reason = "not_asked" } } end
    return answer(params.word, "got", nil, "whole")
  end
  function M.stops() return answer("one", "second? ", { call = "_refuses" }) end
  function M._refuses() return { refused = { reason = "in_the_middle" } } end
  function M.endless() return { actions = {}, continue = { call = "_endless" } } end
  M._endless = M.endless
  function M.wait_turn_matcher() return ptywright.matcher.contains_text("got one and two") end
  return M`;

async function asked(t: TestContext): Promise<ExtensionHandle> {
  const plugin = LuaPlugin.builtin("demo", ANSWERS, { permissions: ["screen.read", "input.write", "matcher.wait"] });
  const handle = ExtensionHandle.start(await PluginExtension.start(plugin), await start(t, asks));
  t.after(() => handle.close());
  await handle.session.waitFor(Matcher.containsText("first? "));
  return handle;
}

test("a plan goes on with what the plugin says after a fresh look, as one send", async (t) => {
  const handle = await asked(t);
  const state = await handle.send("both");
  assert.match(handle.session.snapshot().plainText, /got one and two/);
  assert.equal(handle.lastIntent, "whole");
  assert.deepEqual(
    state.events?.map(({ seq }) => seq),
    [1, 2, 3],
  );
});

test("a turn carries all parts of a plan out before it waits", async (t) => {
  const handle = await asked(t);
  const { output } = await handle.turn("both");
  assert.match(output ?? "", /one\r\nsecond\? two\r\ngot one and two/);
});

test("a part that is refused ends the intent, under its name, and nothing more is sent", async (t) => {
  const handle = await asked(t);
  const refused = await failure(handle.send("stops"), IntentRefusedError);
  assert.deepEqual([refused.intent, refused.reason], ["stops", "in_the_middle"]);
  assert.match(handle.session.snapshot().plainText, /second\? $/);
});

test("what a plan goes on with cannot be asked for by a caller, nor go on for ever", async (t) => {
  const handle = await asked(t);
  const unknown = await failure(handle.send("_second", { word: "x" }), InvalidArgumentError);
  assert.doesNotMatch(unknown.message, /_second,|, _/);
  const endless = await failure(handle.send("endless"), InvalidArgumentError);
  assert.match(endless.message, /16 parts at most/);
});

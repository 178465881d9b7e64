import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { InvalidArgumentError, Matcher, Session, Target } from "ptywright";
import {
  ExtensionHandle,
  IntentRefusedError,
  LuaExtension,
  LuaPlugin,
  LuaPluginRegistry,
  PermissionDeniedError,
  PluginError,
  PluginExtension,
} from "ptywright/plugins";
import { failure } from "../support/failure.js";
import { fixture } from "../support/fixture.js";
import { start } from "../support/session.js";

test("a predicate of a plugin is waited for as the documents show it", async (t) => {
  const plugin = LuaPlugin.builtin(
    "demo",
    `
    return {
      saw_ready = function(input)
        if string.find(input.screen, "ready") then
          return { matched = true, evidence = "found 'ready' in screen" }
        end
        return false
      end
    }
    `,
  );
  const registry = LuaPluginRegistry.withSingle("demo", plugin);
  t.after(() => registry.close());
  const session = await Session.spawn(Target.program("/bin/sh").args(["-lc", "printf 'ready\\n'; sleep 5"]));
  t.after(() => session.close());
  session.setPluginRegistry(registry);
  const result = await session.waitFor(Matcher.lua("demo", "saw_ready"), { timeoutMs: 3_000 });
  assert.deepEqual(result.outcome, {
    kind: "lua",
    plugin: "demo",
    predicate: "saw_ready",
    evidence: "found 'ready' in screen",
  });
});

test("a predicate is given what the documents say, and may answer in short", async (t) => {
  const lua = `
    local function names(t) local list = {}; for k in pairs(t) do list[#list + 1] = k end
      table.sort(list); return table.concat(list, " ") end
    return {
      yes = function(input) return true end, no = function() return nil end, found = function() return ("a word"):find("w") end,
      fails = function() error("no") end,
      shows = function(input) return { matched = true, evidence = names(input) .. "/" .. names(input.params) ..
        "/" .. names(input.markers) .. "/" .. tostring(input.process_exited) .. "/" .. input.cursor,
        capture = input.params.word } end,
    }`;
  const registry = LuaPluginRegistry.withSingle("demo", LuaPlugin.builtin("demo", lua));
  t.after(() => registry.close());
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  await session.waitFor(Matcher.containsText("shown"));
  session.markTranscript("here");
  session.setPluginRegistry(registry);
  const once = (predicate: string, params?: unknown) =>
    session.waitFor(Matcher.lua("demo", predicate, params), { timeoutMs: 0 }).then(
      ({ outcome }) => outcome,
      () => undefined,
    );
  assert.deepEqual(await once("yes"), { kind: "lua", plugin: "demo", predicate: "yes" });
  assert.deepEqual(await once("found"), { kind: "lua", plugin: "demo", predicate: "found" });
  for (const predicate of ["no", "fails", "none"]) assert.equal(await once(predicate), undefined);
  const shown = await once("shows", { word: "w" });
  assert.ok(shown?.kind === "lua");
  const fields = "cursor markers params process_exited screen sequence stable_ms transcript";
  assert.deepEqual([shown.evidence, shown.capture], [`${fields}/word/here/false/5`, "w"]);
  const bare = await once("shows", null);
  assert.ok(bare?.kind === "lua");
  assert.equal(bare.evidence, `${fields}//here/false/5`);
});

test("the instance that answers predicates shares nothing with an adapter's, nor one adapter with another", async (t) => {
  const lua = `local M, count = {}, 0
    function M.classify() count = count + 1; return { state = "x", metadata = count } end
    function M.counted() count = count + 100; return { matched = true, evidence = tostring(count) } end
    return M`;
  const plugin = LuaPlugin.builtin("demo", lua);
  const registry = LuaPluginRegistry.withSingle("demo", plugin);
  t.after(() => registry.close());
  const handles = [];
  for (let count = 0; count < 2; count++) {
    const session = await start(t, fixture("prints-and-waits.sh", "shown"));
    session.setPluginRegistry(registry);
    const handle = ExtensionHandle.start(await PluginExtension.start(plugin), session);
    t.after(() => handle.close());
    handles.push(handle);
  }
  const [one, two] = handles;
  assert.equal((await one.state()).metadata, 1);
  const { outcome } = await one.session.waitFor(Matcher.lua("demo", "counted"));
  assert.ok(outcome.kind === "lua");
  assert.equal(outcome.evidence, "100");
  assert.equal((await one.state()).metadata, 2);
  assert.equal((await two.state()).metadata, 1);
});

test("a predicate that hangs for one session holds up no other", async (t) => {
  const lua = `return { p = function(input)
    if input.params.hang then string.find(string.rep("a", 60), string.rep("a-", 30) .. "b") end
    return true
  end }`;
  const registry = LuaPluginRegistry.withSingle("demo", LuaPlugin.builtin("demo", lua));
  t.after(() => registry.close());
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  const moment = session.moment();
  const [slow, fast] = [registry.forSession(), registry.forSession()];
  const ask = (who: typeof slow, hang: boolean) => who.evaluate("demo", "p", { hang }, moment);
  await Promise.all([ask(slow, false), ask(fast, false)]);
  const hanging = ask(slow, true).catch(() => "cut off");
  assert.deepEqual(await Promise.race([hanging, ask(fast, false)]), { matched: true });
  await slow.close();
  assert.equal(await hanging, "cut off");
  await assert.rejects(ask(slow, false), /the session is closed/);
  assert.deepEqual(await ask(fast, false), { matched: true });
});

test("every session has its own instance of a plugin, which ends with it", async (t) => {
  const ends: Promise<unknown>[] = [];
  const onWorker = (worker: Worker): void => void ends.push(once(worker, "exit"));
  process.on("worker", onWorker);
  t.after(() => process.off("worker", onWorker));
  const lua = `local count = 0
    return { p = function() count = count + 1; return { matched = true, capture = tostring(count) } end }`;
  const registry = LuaPluginRegistry.withSingle("demo", LuaPlugin.builtin("demo", lua));
  t.after(() => registry.close());
  const sessions = [];
  for (let count = 0; count < 2; count++) {
    const session = await start(t, fixture("prints-and-waits.sh", "shown"));
    session.setPluginRegistry(registry);
    assert.equal(session.pluginRegistry, registry);
    const { outcome } = await session.waitFor(Matcher.lua("demo", "p"), { timeoutMs: 5_000 });
    assert.equal(outcome.kind === "lua" && outcome.capture, "1");
    sessions.push(session);
  }
  assert.equal(ends.length, 2);
  await Promise.all(sessions.map((session) => session.close()));
  await Promise.all(ends);
});

test("a registry forgets a plugin that was removed, and takes a newer one of the same name", async (t) => {
  const says = (word: string) =>
    LuaPlugin.builtin("demo", `return { p = function() return { matched = true, capture = "${word}" } end }`);
  const registry = LuaPluginRegistry.withSingle("demo", says("old"));
  t.after(() => registry.close());
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  session.setPluginRegistry(registry);
  const captured = async (): Promise<string | undefined> => {
    const { outcome } = await session.waitFor(Matcher.lua("demo", "p"), { timeoutMs: 5_000 });
    return outcome.kind === "lua" ? outcome.capture : undefined;
  };
  assert.equal(await captured(), "old");
  registry.add("demo", () => says("new"));
  assert.equal(await captured(), "new");
  await registry.remove("demo");
  assert.ok(!registry.has("demo"));
});

test("a plugin of one's own drives a program through a handle", async (t) => {
  const lua = `local M = {}
    function M.classify(ctx) return { state = string.find(ctx.screen, "two") and "done" or "begun" } end
    function M.next() return { actions = { ptywright.action.key("Return") }, last_intent = "next" } end
    function M.refuse() return { refused = { reason = "not_now" } } end
    function M.resize() return { actions = { { type = "resize", value = { rows = 3, cols = 3 } } } } end
    function M.fail() error("oh") end
    function M.wait_turn_matcher() return ptywright.matcher.contains_text("two") end
    return M`;
  const permissions = ["screen.read", "input.write", "matcher.wait"] as const;
  const plugin = LuaPlugin.builtin("demo", lua, { permissions });
  const session = await start(t, fixture("writes-pieces.sh", "one ", "two"));
  const handle = ExtensionHandle.start(await PluginExtension.start(plugin), session, 300);
  t.after(() => handle.close());
  assert.equal((await handle.state()).state, "begun");
  const { state, output } = await handle.turn("next");
  assert.deepEqual([state.state, output?.endsWith("two")], ["done", true]);
  const refused = await failure(handle.send("refuse"), IntentRefusedError);
  assert.deepEqual([refused.plugin, refused.intent, refused.reason], ["demo", "refuse", "not_now"]);
  const denied = await failure(handle.send("resize"), PermissionDeniedError);
  assert.equal(denied.permission, "session.resize");
  const failed = await failure(handle.send("fail"), PluginError);
  assert.deepEqual([failed.reason, failed.file, failed.line], ["failed", "main.lua", 6]);
  await failure(handle.send("none"), InvalidArgumentError);
  assert.equal(handle.lastIntent, "next");
});

test("the plugins that come with the package are there by name", async () => {
  const extension = await LuaExtension.builtIn("shell");
  assert.equal(extension.name, "shell");
  assert.ok((await extension.describe()).intents.length > 0);
  await extension.close();
  await assert.rejects(async () => LuaExtension.builtIn("none"), InvalidArgumentError);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher } from "ptywright";
import { ExtensionHandle, LuaPlugin, PluginExtension } from "ptywright/plugins";
import { fixture, shell } from "../support/fixture.js";
import { driving, withPlugin } from "../support/plugins.js";
import { start } from "../support/session.js";

const KNOWS_FRUIT = `local M = {}
  function M.classify(ctx)
    local fruit = ctx.screen:match("apple") or ctx.screen:match("pear")
    return { state = fruit or "unknown", confidence = fruit and 1 or 0.2, evidence = ctx.screen }
  end
  function M.more_matcher()
    return ptywright.matcher.all({ ptywright.matcher.contains_text("and that"), ptywright.matcher.screen_stable(500) })
  end
  function M.next() return { actions = { ptywright.action.key("enter") } } end
  return M`;

const CLEAR = "\\033[2J\\033[H";

const pieces = (...args: string[]) => fixture("writes-pieces.sh", ...args) as { program: string; args: string[] };

test("a still screen that the plugin does not know is told as drift, once until it knows it again", async (t) => {
  const target = pieces("what is this", " and that", `${CLEAR}apple`, `${CLEAR}sk-ant-api03-0123456789abcdefghij`);
  const { peer } = await withPlugin(t, KNOWS_FRUIT, { default_target: target });
  await peer.request("server.set_notifications", { enabled: true });
  const { adapter } = await peer.request("adapter.start", { plugin: "demo" });

  const { state: first } = await peer.next("adapter.drift");
  assert.deepEqual([first.state, first.confidence, first.evidence.trim()], ["unknown", 0.2, "what is this"]);

  await peer.request("adapter.send", { adapter, intent: "next" });
  await peer.request("adapter.wait", { adapter, intent: "more_matcher" });
  await peer.request("adapter.state", { adapter });
  await peer.request("adapter.send", { adapter, intent: "next" });
  await peer.next("adapter.state_changed", ({ state }) => state.state === "apple");
  assert.equal(peer.notifications.filter(({ method }) => method === "adapter.drift").length, 1);

  await peer.request("adapter.send", { adapter, intent: "next" });
  const { state: second } = await peer.next("adapter.drift", ({ state }) => state.sequence > first.sequence);
  assert.equal(second.state, "unknown");
  assert.doesNotMatch(JSON.stringify(second), /0123456789abcdefghij/);
});

test("a screen that is empty or still being drawn, or whose program has ended, is no drift", async (t) => {
  const plugin = LuaPlugin.builtin("demo", KNOWS_FRUIT, { permissions: ["screen.read"] });
  const handleOf = async (script: string, stableMs: number): Promise<ExtensionHandle> => {
    const session = await start(t, shell(script));
    const handle = ExtensionHandle.start(await PluginExtension.start(plugin), session, stableMs);
    t.after(() => handle.close());
    return handle;
  };
  const drawing = await handleOf("printf half; cat", 60_000);
  await drawing.session.waitFor(Matcher.containsText("half"));
  const ended = await handleOf("printf over", 0);
  await ended.session.waitFor(Matcher.processExited());
  const empty = await handleOf("cat", 0);
  for (const handle of [drawing, ended, empty]) {
    const seen: string[] = [];
    handle.on(({ type }) => seen.push(type));
    assert.equal((await handle.state()).state, "unknown");
    assert.ok(seen.includes("classified") && !seen.includes("drift"), seen.join());
  }
});

test("drift reaches whoever listens in the library", async (t) => {
  const plugin = LuaPlugin.builtin("demo", KNOWS_FRUIT, { permissions: ["screen.read"] });
  const { program, args } = driving("printf strange; exec cat");
  const session = await start(t, { program, args });
  const handle = ExtensionHandle.start(await PluginExtension.start(plugin), session, 100);
  t.after(() => handle.close());
  for await (const event of handle.subscribe()) {
    if (event.type !== "drift") continue;
    assert.match(event.state.evidence, /strange/);
    break;
  }
});

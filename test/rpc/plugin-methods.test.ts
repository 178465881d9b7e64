import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { PLUGIN_PERMISSIONS } from "ptywright/protocol";
import { MIRROR, pluginFile, withAdapter, withPlugin } from "../support/plugins.js";
import { connect, serverState } from "../support/rpc-peer.js";

const ECHO = fileURLToPath(new URL("../../../test/fixtures/plugins/echo/manifest.toml", import.meta.url));

test("the sample plugin of the documents loads and runs as printed there", async (t) => {
  const peer = connect(t, serverState(t, { allowPluginLoad: true }));
  assert.deepEqual(await peer.request("plugin.load", { manifest_path: ECHO }), { plugin: "echo" });
  const started = await peer.request("adapter.start", { plugin: "echo" });
  assert.deepEqual(
    [started.adapter, started.plugin, started.state.state, started.state.confidence, started.state.evidence],
    ["e1", "echo", "ready", 1, "echo plugin"],
  );
  const { adapter } = started;
  const send = { intent: "send_prompt", params: { prompt: "hello there" } };
  const { matched, outcome } = await peer.request("adapter.turn", { adapter, send });
  assert.deepEqual([matched, outcome], [true, { kind: "screen_stable", min_ms: 150 }]);
  const { plain_text } = await peer.request("adapter.inspect", { adapter });
  assert.match(plain_text, /hello there/);
  await peer.request("adapter.send", { adapter, intent: "send_prompt" });
  assert.deepEqual(await peer.request("plugin.describe", { plugin: "echo" }), {
    plugin: "echo",
    manifest: (await peer.request("adapter.list", {})).plugins.find(({ name }) => name === "echo"),
    intents: ["send_prompt"],
    wait_matchers: ["wait_turn_matcher"],
    states: [],
  });
});

test("a server is told of a plugin in this process too", async (t) => {
  const state = serverState(t);
  await (await state.plugins()).load(ECHO);
  const peer = connect(t, state);
  assert.equal((await peer.request("adapter.start", { plugin: "echo" })).plugin, "echo");
});

test("a plugin in use, a built-in one and an unknown one are not unloaded", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  const busy = await peer.refusal("invalid_params", "plugin.unload", { plugin: "demo" });
  assert.match(busy.message, /in use by e1/);
  for (const plugin of ["shell", "none"]) {
    const { data } = await peer.refusal("invalid_params", "plugin.unload", { plugin });
    assert.equal(data?.field, "plugin");
  }
  await peer.request("adapter.close", { adapter });
  assert.deepEqual(await peer.request("plugin.unload", { plugin: "demo" }), { unloaded: true });
  await peer.refusal("invalid_params", "plugin.unload", { plugin: "demo" });
  await peer.refusal("invalid_params", "adapter.start", { plugin: "demo" });
  await peer.refusal("invalid_params", "plugin.describe", { plugin: "demo" });
  assert.ok(!(await peer.request("adapter.list", {})).plugins.some(({ name }) => name === "demo"));
});

test("loading and unloading is refused first of all where the server was not started for it", async (t) => {
  const peer = connect(t);
  for (const [method, params] of [
    ["plugin.load", { manifest_path: "/nonexistent" }],
    ["plugin.unload", { plugin: "none" }],
  ] as const) {
    const { data } = await peer.refusal("permission_denied", method, params);
    assert.deepEqual(data, { method, reason: "server_did_not_grant_plugin_load" });
  }
});

test("whatever is wrong with a plugin that is loaded is told with the file, and where it can be with the line", async (t) => {
  const { peer } = await withPlugin(t, MIRROR);
  const load = async (manifest_path: string) => peer.refusal("internal_error", "plugin.load", { manifest_path });
  assert.match((await load("/nonexistent/manifest.toml")).message, /no such file/);
  assert.match((await load(pluginFile(t, MIRROR))).message, /there is a plugin "demo" already/);
  assert.match((await load(pluginFile(t, MIRROR, { name: "shell" }))).message, /there is a plugin "shell" already/);
  const toml = join(dirname(pluginFile(t, MIRROR)), "manifest.toml");
  writeFileSync(toml, 'name = "x"\nkind = [\n');
  assert.match((await load(toml)).message, /manifest\.toml:[23]: not valid TOML/);
  writeFileSync(toml, 'name = "x"\nversion = "1"\nkind = "party"\n');
  assert.match((await load(toml)).message, /manifest\.toml:3: kind/);
  for (const entrypoint of ["/etc/passwd", "../main.lua"]) {
    const path = pluginFile(t, MIRROR);
    writeFileSync(
      path,
      JSON.stringify({ ...(JSON.parse(readFileSync(path, "utf8")) as object), name: "y", entrypoint }),
    );
    assert.match((await load(path)).message, /entrypoint must stay inside/);
  }
  const broken = await load(pluginFile(t, "local x =\n", { name: "broken" }));
  assert.deepEqual(
    { ...broken.data, line: typeof broken.data?.line },
    { code: "plugin_failed", plugin: "broken", file: "main.lua", line: "number", failure: "failed" },
  );
  const failing = await load(pluginFile(t, "\nerror('not today')", { name: "failing" }));
  assert.match(failing.message, /main\.lua:2: not today/);
  const nothing = await load(pluginFile(t, "return 7", { name: "nothing" }));
  assert.equal(nothing.data?.code, "plugin_failed");
  const names = (await peer.request("adapter.list", {})).plugins.map(({ name }) => name);
  assert.deepEqual(
    ["x", "y", "broken", "failing", "nothing"].filter((name) => names.includes(name)),
    [],
  );
});

test("the same plugin loaded twice at once is there once", async (t) => {
  const state = serverState(t, { allowPluginLoad: true });
  const manifest_path = pluginFile(t, MIRROR);
  const answers = await Promise.allSettled(
    [connect(t, state), connect(t, state)].map((peer) => peer.request("plugin.load", { manifest_path })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

test("a description is what the plugin says, filled up from its functions", async (t) => {
  const says = MIRROR.replace(
    "return M",
    'function M.describe() return { states = { "ready", "busy" } } end\nreturn M',
  );
  const { peer } = await withPlugin(t, says);
  const { manifest, ...rest } = await peer.request("plugin.describe", { plugin: "demo" });
  assert.equal(manifest.name, "demo");
  assert.deepEqual(rest, {
    plugin: "demo",
    intents: ["fail", "plan", "say"],
    wait_matchers: ["exit_matcher", "wait_turn_matcher"],
    states: ["ready", "busy"],
  });
  const fails = pluginFile(t, 'return { describe = function() error("not saying") end }', { name: "silent" });
  await peer.request("plugin.load", { manifest_path: fails });
  for (let count = 0; count < 2; count++) {
    const { message } = await peer.refusal("internal_error", "plugin.describe", { plugin: "silent" });
    assert.match(message, /main\.lua:1: not saying/);
  }
});

test("what can be granted is told, and what is built in", async (t) => {
  const { permissions, embedded_lua, wasm, builtin_plugins } = await connect(t).request("plugin.capabilities", {});
  assert.deepEqual([permissions, embedded_lua, wasm], [PLUGIN_PERMISSIONS, true, true]);
  assert.ok(builtin_plugins.length > 0);
});

test("a manifest is checked as the documents say", async (t) => {
  const peer = connect(t);
  const good = {
    name: "demo",
    kind: "adapter",
    version: "0.1.0",
    runtime: "lua",
    entrypoint: "main.lua",
    permissions: [],
  };
  const check = (change: object) => ({ manifest: { ...good, ...change } });
  for (const change of [{}, { runtime: undefined, entrypoint: undefined }, { permissions: ["screen.read"] }, { x: 1 }])
    assert.deepEqual(await peer.request("plugin.validate_manifest", check(change)), { valid: true });
  for (const [field, change] of [
    ["manifest.name", { name: "  " }],
    ["manifest.version", { version: "" }],
    ["manifest.entrypoint", { entrypoint: " " }],
    ["manifest.entrypoint", { entrypoint: undefined }],
    ["manifest.entrypoint", { runtime: undefined }],
    ["manifest.permissions[0]", { permissions: ["fly"] }],
    ["manifest.permissions[1]", { permissions: ["screen.read", "screen.read"] }],
    ["manifest.kind", { kind: "party" }],
  ] as const) {
    const { data } = await peer.refusal("invalid_params", "plugin.validate_manifest", check(change));
    assert.equal(data?.field, field);
  }
});

test("a predicate of a plugin works in the waits of sessions and adapters, in an instance of its own", async (t) => {
  const lua = `local M, seen = {}, 0
    function M.classify() seen = seen + 1; return { state = "x", metadata = seen } end
    function M.saw(input) return { matched = string.find(input.screen, input.params.text, 1, true) ~= nil,
      evidence = tostring(seen), capture = input.params.text } end
    function M.wait_turn_matcher(params) return ptywright.matcher.lua("demo", "saw", params) end
    return M`;
  const { peer, adapter } = await withAdapter(t, lua);
  const matcher = { type: "lua", value: { plugin: "demo", predicate: "saw", params: { text: "ready" } } } as const;
  const outcome = { kind: "lua", plugin: "demo", predicate: "saw", evidence: "0", capture: "ready" };
  const waited = await peer.request("adapter.wait", { adapter, params: { text: "ready" } });
  assert.deepEqual(waited.outcome, outcome);
  const session = await peer.shell("printf ready; cat");
  assert.deepEqual((await peer.request("session.wait", { session, matcher })).outcome, outcome);
  const unknown = { type: "lua", value: { plugin: "none", predicate: "saw" } } as const;
  await peer.refusal("invalid_params", "session.wait", { session, matcher: unknown });
});

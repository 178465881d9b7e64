import assert from "node:assert/strict";
import { test } from "node:test";
import type { PluginPermission } from "ptywright/protocol";
import { PLUGIN_PERMISSIONS } from "ptywright/protocol";
import { MIRROR, driving, pluginFile, withAdapter, withPlugin } from "../support/plugins.js";
import type { RpcFailure } from "../support/rpc-peer.js";

const without = (...permissions: PluginPermission[]) =>
  PLUGIN_PERMISSIONS.filter((name) => !permissions.includes(name));

/** What a plugin must be granted for each method, as the documents have it; start and resume are looked at elsewhere. */
const NEEDED: readonly (readonly [string, object, readonly PluginPermission[]])[] = [
  ["adapter.send", { intent: "say" }, ["input.write"]],
  ["adapter.wait", {}, ["matcher.wait"]],
  ["adapter.turn", { send: { intent: "say" } }, ["input.write", "matcher.wait"]],
  ["adapter.snapshot", {}, ["screen.read"]],
  ["adapter.state", {}, ["screen.read"]],
  ["adapter.inspect", {}, ["screen.read"]],
  ["adapter.transcript", {}, ["transcript.read"]],
  ["adapter.close", {}, ["session.kill"]],
];

for (const lacking of without("session.spawn"))
  test(`P5: a plugin without ${lacking} is refused what needs it, and nothing else`, async (t) => {
    const { peer, adapter } = await withAdapter(t, MIRROR, { permissions: without(lacking) });
    for (const [method, params, needed] of NEEDED) {
      const all = { adapter, ...params };
      if (!needed.includes(lacking)) {
        // What needs a helper that is not there fails in the plugin; no method needs that here.
        await peer.request(method, all);
        continue;
      }
      const { data } = await peer.refusal("permission_denied", method, all);
      assert.deepEqual(data, { method, plugin: "demo", required_permission: lacking });
    }
    assert.deepEqual(await peer.request("adapter.cancel_wait", { adapter }), { cancelled: false });
    await peer.request("adapter.live", {});
    await peer.request("adapter.list", {});
  });

test("of two permissions the first that is missing is named", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR, { permissions: without("input.write", "matcher.wait") });
  const { data } = await peer.refusal("permission_denied", "adapter.turn", { adapter, intent: "say" });
  assert.deepEqual(data, { method: "adapter.turn", plugin: "demo", required_permission: "input.write" });
});

test("an adapter that does not exist is told so before anything else", async (t) => {
  const { peer } = await withAdapter(t, MIRROR, { permissions: ["session.spawn"] });
  for (const [method, params] of NEEDED) {
    const { data } = await peer.refusal("invalid_params", method, { adapter: "e77", ...params });
    assert.equal(data?.field, "adapter");
  }
  assert.deepEqual(await peer.request("adapter.cancel_wait", { adapter: "e77" }), { cancelled: false });
});

test("P5: a plan with something that the manifest does not grant is refused whole, however it was written down", async (t) => {
  const permissions = without("session.kill", "session.resize");
  const lua = `local M = {}
    function M.classify(ctx) return { state = "ready", metadata = {
      kill = ptywright.action.kill == nil, signal = ptywright.action.signal == nil,
      resize = ptywright.action.resize == nil, text = ptywright.action.text == nil } } end
    function M.plan(params) return params end
    function M.wait_turn_matcher() return ptywright.matcher.contains_text("seen") end
    function M.ready_matcher() return ptywright.matcher.contains_text("ready") end
    return M`;
  const { peer, adapter, started } = await withAdapter(t, lua, { permissions });
  await peer.request("adapter.wait", { adapter, intent: "ready_matcher" });
  assert.deepEqual(started.state.metadata, { kill: true, signal: true, resize: true, text: false });
  const typed = { type: "text", value: "typed\n" };
  for (const [action, permission] of [
    [{ type: "kill" }, "session.kill"],
    [{ type: "signal", value: "term" }, "session.kill"],
    [{ type: "resize", value: { rows: 3, cols: 3 } }, "session.resize"],
  ] as const)
    for (const [method, rest] of [
      ["adapter.send", {}],
      ["adapter.turn", { timeout_ms: 0 }],
    ] as const) {
      const params = { adapter, intent: "plan", params: { actions: [typed, action, typed] }, ...rest };
      const { data } = await peer.refusal("permission_denied", method, params);
      assert.deepEqual(data, { method, plugin: "demo", required_permission: permission });
    }
  await peer.request("adapter.turn", {
    adapter,
    send: { intent: "plan", params: { actions: [{ type: "text", value: "seen\n" }] } },
  });
  const { plain_text, size } = await peer.request("adapter.snapshot", { adapter, cells: false });
  assert.deepEqual([plain_text.replace("ready", ""), size.rows], ["seen", 40]);
});

test("P5: what a plugin may not read is empty for it", async (t) => {
  const { started } = await withAdapter(t, MIRROR, { permissions: without("screen.read", "transcript.read") });
  const { ctx } = started.state.metadata as { ctx: Record<string, unknown> };
  assert.deepEqual([ctx.screen, ctx.body_text, ctx.status_text, ctx.transcript], ["", "", "", ""]);
});

const QUOTING = `
  local M = {}
  function M.classify() return { state = "ready" } end
  function M.go(params)
    return { actions = { ptywright.step.wait(ptywright.matcher.contains_text("never"), params.timeout) } }
  end
  function M.wait_turn_matcher() return ptywright.matcher.all({
    ptywright.matcher.contains_text("shown never"), ptywright.matcher.transcript_contains("shown") }) end
  function M.screen_matcher() return ptywright.matcher.any({ ptywright.matcher.screen_regex("sho(wn) text") }) end
  function M.output_matcher() return ptywright.matcher.all({ ptywright.matcher.transcript_regex("sho(wn) text") }) end
  function M.other_matcher() return ptywright.matcher.lua("other", "saw", {}) end
  function M.own_matcher() return ptywright.matcher.lua("demo", "saw", {}) end
  function M.exit_matcher() return ptywright.matcher.contains_text("later") end
  function M.saw(input) return { matched = true, evidence = "own", capture = input.screen .. input.transcript } end
  return M`;
const OTHER = `return { classify = function() return { state = "ready" } end,
  saw = function(input) return { matched = #input.screen > 0, evidence = input.screen, capture = input.transcript } end }`;
const PROGRAM = "stty -echo; printf '\\033]2;shown title\\007shown text'; read line";

for (const lacking of [["screen.read", "transcript.read"], ["screen.read"], ["transcript.read"]] as const)
  test(`without ${lacking.join(" and ")} nothing of it comes with a wait, a turn, a send or a notification`, async (t) => {
    const isScreenHidden = (lacking as readonly string[]).includes("screen.read");
    const isOutputHidden = (lacking as readonly string[]).includes("transcript.read");
    const { state, peer } = await withPlugin(t, QUOTING, {
      permissions: without(...lacking),
      default_target: driving(PROGRAM),
    });
    await peer.request("plugin.load", { manifest_path: pluginFile(t, OTHER, { name: "other" }) });
    await peer.request("server.set_notifications", { enabled: true });
    const { adapter } = await peer.request("adapter.start", { plugin: "demo" });
    const wait = async (intent: string): Promise<unknown> =>
      (await peer.request("adapter.wait", { adapter, intent })).outcome;

    const screen = { kind: "screen_regex", pattern: "sho(wn) text", capture: isScreenHidden ? "" : "wn" };
    assert.deepEqual(await wait("screen_matcher"), { kind: "any", matched: screen });
    const output = { kind: "transcript_regex", pattern: "sho(wn) text", capture: isOutputHidden ? "" : "wn" };
    assert.deepEqual(await wait("output_matcher"), { kind: "all", matched: [output] });
    assert.deepEqual(await wait("other_matcher"), { kind: "lua", plugin: "other", predicate: "saw" });
    const { evidence } = (await wait("own_matcher")) as { evidence: string };
    assert.equal(evidence, "own");

    const check = ({ message, data }: RpcFailure): void => {
      const { snapshot, hints, transcript_tail, awaited } = data?.evidence ?? assert.fail(message);
      assert.deepEqual(
        [snapshot.plain_text, snapshot.title],
        isScreenHidden ? ["", ""] : ["shown text", "shown title"],
      );
      assert.equal(transcript_tail.includes("shown text"), !isOutputHidden);
      assert.equal(message.includes("shown text"), !isScreenHidden);
      assert.ok(message.includes(awaited), message);
      if (isScreenHidden) assert.deepEqual([hints, message.split("\n").length, snapshot.cursor.col], [[], 1, 0]);
      else assert.ok(hints.length > 0 && !hints.join().includes("output"), hints.join());
    };
    check(await peer.refusal("matcher_timeout", "adapter.wait", { adapter, timeout_ms: 0 }));
    const go = { intent: "go", params: { timeout: 0 } };
    check(await peer.refusal("internal_error", "adapter.send", { adapter, ...go }));
    check(await peer.refusal("internal_error", "adapter.turn", { adapter, ...go }));
    const ending = peer.refusal("session_closed", "adapter.wait", { adapter, intent: "exit_matcher" });
    await state.adapters.get(adapter).adapter.session.writeText("\n");
    check(await ending);

    await peer.next("session.exited");
    const told = peer.notifications.map(({ method }) => method);
    assert.ok(told.includes("session.changed"));
    assert.equal(told.includes("session.output"), !isOutputHidden);
    if (!isScreenHidden || !isOutputHidden) return;
    for (const json of peer.received) assert.doesNotMatch(json, /shown (text|title)"/);
  });

test("S1: a plugin whose name is a secret is refused without giving it away", async (t) => {
  const name = "ghp_0123456789abcdefghijABCDEFGHIJ456789";
  const { peer, adapter } = await withAdapter(t, MIRROR, { name, permissions: without("input.write") });
  const { data } = await peer.refusal("permission_denied", "adapter.send", { adapter, intent: "say" });
  assert.equal((data as { plugin?: string }).plugin, "[REDACTED]");
  assert.ok(!peer.received.some((text) => text.includes(name)));
});

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { longestBlockMs } from "../support/loop-delay.js";
import { MIRROR, pluginFile, shownIn, withAdapter, withPlugin } from "../support/plugins.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect } from "../support/rpc-peer.js";

/** What the documents allow a call, and a machine that is busy with other things. */
const LIMIT_MS = 5_000;
const SLACK_MS = 5_000;
/** More plugins spin here than there are cores: what helps our thread, or holds a lock that it needs, waits behind them for its turn. */
const MAX_BLOCK_MS = 500;

/** Does what it is told never to do, in every place it can. The pattern needs longer than anybody waits, in one step. */
const HANGS = `
  local M, looks = {}, 0
  local function hang(how)
    if how == "loop" then while true do end end
    if how == "caught" then while true do pcall(function() while true do end end) end end
    if how == "coroutine" then coroutine.wrap(function() while true do end end)() end
    if how == "pattern" then string.find(string.rep("a", 60), string.rep("a-", 30) .. "b") end
  end
  function M.classify(ctx)
    looks = looks + 1
    if string.find(ctx.screen, "hang") then hang("pattern") end
    return { state = "ready", metadata = { ctx = ctx, looks = looks } }
  end
  function M.intent(params) hang(params.how); return { last_intent = "done" } end
  function M.type(params) return { actions = { ptywright.action.text(params.text) } } end
  function M.hangs_matcher(params) hang(params.how); return ptywright.matcher.screen_stable(0) end
  function M.predicate_matcher() return ptywright.matcher.lua("demo", "predicate", {}) end
  function M.predicate() hang("pattern") end
  function M.wait_turn_matcher(params) return ptywright.matcher.contains_text(params.text or "ready") end
  return M`;

/** How long it took, which must not be forever. */
async function timed(work: Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work;
  const ms = performance.now() - began;
  assert.ok(ms < LIMIT_MS + SLACK_MS, `${Math.round(ms)} ms`);
}

test("P1, P2: plugins that hang are cut off, hold up nobody else, and work again afterwards", async (t) => {
  const { state, peer } = await withPlugin(t, HANGS);
  const path = pluginFile(t, `require("part")\n${MIRROR}`, { name: "slow-to-load" });
  const part = join(dirname(path), "part.lua");
  writeFileSync(part, "return {}");
  await peer.request("plugin.load", { manifest_path: path });
  writeFileSync(part, `string.find(string.rep("a", 60), string.rep("a-", 30) .. "b")`);

  const start = async (): Promise<string> => (await peer.request("adapter.start", { plugin: "demo" })).adapter;
  const [loop, caught, inCoroutine, pattern, matcher, predicate, classify, cancelled, free] = [
    await start(),
    await start(),
    await start(),
    await start(),
    await start(),
    await start(),
    await start(),
    await start(),
    await start(),
  ];
  const session = await peer.shell("cat");
  // A connection of its own for each: one after another they would hang for longer.
  const another = (): RpcPeer => connect(t, state);
  const intent = async (adapter: string, how: string): Promise<void> => {
    const params = { adapter, intent: "intent", params: { how } };
    const sending = another().refusal("internal_error", "adapter.send", params);
    await timed(sending);
    const { data } = await sending;
    assert.deepEqual([data?.file, typeof data?.line], ["main.lua", "number"], how);
  };
  let isOver = false;
  const all = [
    intent(loop, "loop"),
    intent(caught, "caught"),
    intent(inCoroutine, "coroutine"),
    intent(pattern, "pattern"),
    timed(
      another().refusal("internal_error", "adapter.wait", {
        adapter: matcher,
        intent: "hangs_matcher",
        params: { how: "pattern" },
      }),
    ),
    timed(
      another().refusal("matcher_timeout", "adapter.wait", {
        adapter: predicate,
        intent: "predicate_matcher",
        timeout_ms: 100,
      }),
    ),
    timed(
      another()
        .request("adapter.turn", {
          adapter: classify,
          send: { intent: "type", params: { text: "hang\n" } },
          wait: { params: { text: "hang" } },
        })
        .then(({ state }) => assert.equal(state.state, "plugin_error")),
    ),
    timed(another().refusal("internal_error", "adapter.start", { plugin: "slow-to-load" })),
  ];
  const over = Promise.all(all).then(() => (isOver = true));
  const toCancel = another().refusal("wait_cancelled", "adapter.wait", {
    adapter: cancelled,
    intent: "hangs_matcher",
    params: { how: "pattern" },
    wait_id: "w",
  });
  let rounds = 0;
  const block = await longestBlockMs(async () => {
    while (!isOver) {
      const { state } = await peer.request("adapter.send", { adapter: free, intent: "intent" });
      assert.equal(shownIn(state).ctx.last_intent ?? "done", "done");
      await peer.request("adapter.turn", { adapter: free, send: { intent: "type", params: { text: "x" } } });
      await peer.request("session.input", { session, action: { type: "text", value: "x" } });
      await peer.request("session.snapshot", { session, cells: false });
      await peer.request("adapter.snapshot", { adapter: pattern, cells: false });
      rounds++;
      if ((await peer.request("adapter.cancel_wait", { wait_id: "w" })).cancelled) {
        await toCancel;
        assert.ok(!isOver, "it was cancelled while its plugin hung");
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await Promise.all([over, toCancel]);
  t.diagnostic(`${rounds} rounds beside them; the longest block was ${Math.round(block)} ms`);
  assert.ok(rounds > 5, `${rounds} rounds`);
  assert.ok(block <= MAX_BLOCK_MS, `blocked for ${Math.round(block)} ms`);
  for (const adapter of [loop, caught, inCoroutine, pattern, matcher]) {
    const { state } = await peer.request("adapter.send", { adapter, intent: "intent" });
    assert.deepEqual([state.state, shownIn(state).ctx.last_intent], ["ready", "done"]);
  }
});

test("a plugin that hangs does not keep an adapter from being closed", async (t) => {
  const { peer, adapter } = await withAdapter(t, HANGS);
  const params = { how: "pattern" };
  const stuck = peer.refusal("session_closed", "adapter.send", { adapter, intent: "intent", params });
  await peer.request("adapter.close", { adapter });
  await stuck;
});

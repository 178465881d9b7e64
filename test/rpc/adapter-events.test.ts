import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Matcher } from "ptywright";
import type { Notification } from "ptywright/protocol";
import type { TurnEvent } from "#internal/protocol/index.js";
import { RpcServer } from "ptywright/rpc";
import { fixture } from "../support/fixture.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect } from "../support/rpc-peer.js";
import { MIRROR, shownIn, withAdapter, withPlugin } from "../support/plugins.js";

const pieces = (...args: string[]) => {
  const { program = "", args: all } = fixture("writes-pieces.sh", ...args) as { program?: string; args: string[] };
  return { program, args: all };
};
const of = (peer: RpcPeer, method: Notification["method"]): Notification[] =>
  peer.notifications.filter((notification) => notification.method === method);

/** Tells of every line that it has not told of yet; forgets what it knows, so that only the numbers can tell. */
const TELLER = `local M = {}
  function M.classify(ctx)
    local events, seq = {}, 0
    for line in string.gmatch(ctx.screen, "%a+") do
      seq = seq + 1
      events[seq] = { kind = "text_delta", text = line, seq = seq }
    end
    return { state = "ready", events = events, metadata = { ctx = ctx } }
  end
  function M.next() return { actions = { ptywright.action.key("enter") } } end
  function M.wait_turn_matcher(params) return ptywright.matcher.contains_text(params.text) end
  return M`;

test("events are told once: those whose numbers were told before are left out", async (t) => {
  const target = pieces("one ", "two three ", "four", " ");
  const { state, peer, adapter, started } = await withAdapter(t, TELLER, { default_target: target });
  const { session } = state.adapters.get(adapter).adapter;
  const seen = [...(started.state.events ?? [])];
  for (const text of ["one", "two three", "four"]) {
    // No look in between, so that the one before a plan finds what is new.
    await session.waitFor(Matcher.containsText(text));
    const sent = await peer.request("adapter.send", { adapter, intent: "next" });
    seen.push(...(sent.state.events ?? []));
    const again = await peer.request("adapter.state", { adapter });
    seen.push(...(again.state.events ?? []));
  }
  const { state: last } = await peer.request("adapter.state", { adapter });
  assert.deepEqual([last.events, shownIn(last).ctx.last_event_seq], [[], 4]);
  assert.deepEqual(
    seen.map((event) => [event.seq, event.kind === "text_delta" && event.text]),
    ["one", "two", "three", "four"].map((text, at) => [at + 1, text]),
  );
});

test("events without a number get the next one", async (t) => {
  const lua = `local M, looks = {}, 0
    function M.classify(ctx)
      looks = looks + 1
      return { state = "x", metadata = { ctx = ctx }, events = {
        { kind = "tool_started", id = "t", name = "n", input = { looks } },
        { kind = "turn_complete", seq = looks == 2 and 10 or nil }, { kind = "error", category = "c" } } }
    end
    return M`;
  const { peer, adapter, started } = await withAdapter(t, lua);
  const seqs = (events?: readonly TurnEvent[]) => events?.map(({ seq }) => seq);
  assert.deepEqual(seqs(started.state.events), [1, 2, 3]);
  assert.equal(shownIn(started.state).ctx.last_event_seq, undefined);
  const { state } = await peer.request("adapter.state", { adapter });
  assert.deepEqual(seqs(state.events), [4, 10, 11]);
  assert.equal(shownIn(state).ctx.last_event_seq, 3);
});

test("events are pushed to all who subscribed, in order and once, with none missing", async (t) => {
  const { state, peer } = await withPlugin(t, TELLER, {
    default_target: pieces("one ", "two three ", "four ", "five"),
  });
  const other = connect(t, state);
  const deaf = connect(t, state);
  await peer.request("server.set_notifications", { enabled: true });
  // Before it exists.
  await other.request("server.set_notifications", { enabled: true, adapters: ["e1"] });
  await deaf.request("server.set_notifications", { enabled: true, adapters: ["e7"], sessions: ["s7"] });
  const { adapter } = await peer.request("adapter.start", { plugin: "demo" });
  const { session } = state.adapters.get(adapter).adapter;
  for (const count of [1, 3, 4, 5]) {
    await peer.next("adapter.event", ({ event }) => event.seq === count);
    await other.next("adapter.event", ({ event }) => event.seq === count);
    await session.writeText("\n");
  }
  for (const one of [peer, other]) {
    const told = of(one, "adapter.event").map(({ params }) => params as { adapter: string; event: TurnEvent });
    assert.deepEqual(
      told.map(({ adapter, event }) => [adapter, event.seq, event.kind === "text_delta" && event.text]),
      ["one", "two", "three", "four", "five"].map((text, at) => ["e1", at + 1, text]),
    );
  }
  assert.deepEqual(deaf.notifications, []);
});

test("a state is told when its word changes, and only then", async (t) => {
  const { state, peer } = await withPlugin(t, MIRROR, {
    default_target: pieces("one ", "two ", "state:busy ", "three ", "\\033[2J\\033[Hstate:done"),
  });
  await peer.request("server.set_notifications", { enabled: true });
  const { adapter } = await peer.request("adapter.start", { plugin: "demo" });
  const { session, handle } = state.adapters.get(adapter).adapter;
  const looked = (text: string) =>
    new Promise<void>((resolve) => {
      const isSeen = (state?: { metadata?: unknown }) => state && shownIn(state).ctx.screen.includes(text);
      if (isSeen(handle.lastState)) return resolve();
      const stop = handle.on((event) => {
        if (event.type !== "classified" || !isSeen(event.state)) return;
        stop();
        resolve();
      });
    });
  for (const text of ["one", "two", "busy", "three", "done"]) {
    await looked(text);
    await session.writeText("\n");
  }
  await peer.next("adapter.state_changed", ({ state }) => state.state === "done");
  const words = of(peer, "adapter.state_changed").map(
    ({ params }) => (params as { state: { state: string } }).state.state,
  );
  assert.deepEqual(words, ["ready", "busy", "done"]);
});

test("who subscribes to sessions alone is told nothing of adapters, and the other way round", async (t) => {
  const { state, peer } = await withPlugin(t, MIRROR);
  const toSession = connect(t, state);
  const toAdapter = connect(t, state);
  await toSession.request("server.set_notifications", { enabled: true, sessions: ["s1"] });
  await toAdapter.request("server.set_notifications", { enabled: true, adapters: ["e2"] });
  await peer.request("adapter.start", { plugin: "demo" });
  await peer.request("adapter.start", { plugin: "demo" });
  await toSession.next("session.output");
  await toAdapter.next("adapter.state_changed");
  await toAdapter.next("session.output");
  const names = (one: RpcPeer) => [...new Set(one.notifications.map(({ method }) => method))].sort();
  assert.deepEqual(names(toSession), ["session.changed", "session.output"]);
  assert.deepEqual(names(toAdapter), ["adapter.state_changed", "session.changed", "session.output"]);
  assert.ok(toAdapter.notifications.every(({ params }) => !("session" in params) || params.session === "s2"));
});

test("nothing looks while nobody asks or subscribes", async (t) => {
  const { state, peer, adapter, started } = await withAdapter(t, MIRROR, {
    default_target: pieces("a", "b", "c", "d"),
  });
  assert.equal(shownIn(started.state).looks, 1);
  const { session, handle } = state.adapters.get(adapter).adapter;
  for (const text of ["a", "ab", "abc"]) {
    await session.waitFor(Matcher.containsText(text));
    await session.writeText("\n");
  }
  await session.waitFor(Matcher.all([Matcher.containsText("abcd"), Matcher.screenStable(400)]));
  const looks = async (): Promise<number> => shownIn((await peer.request("adapter.state", { adapter })).state).looks;
  assert.equal(await looks(), 2);
  await peer.request("server.set_notifications", { enabled: true });
  await new Promise<void>((resolve) => handle.on((event) => event.type === "classified" && resolve()));
  await peer.request("server.set_notifications", { enabled: false });
  assert.ok((await looks()) > 3);
});

test("what is kept for a client that does not fetch is bounded, and the gap can be seen", async (t) => {
  const lua = `return { classify = function()
    local events = {}
    for at = 1, 200 do events[at] = { kind = "text_delta", text = "x" } end
    return { state = "x", events = events }
  end }`;
  const { state, peer, adapter } = await withAdapter(t, lua);
  const slow = new RpcServer({ state });
  t.after(() => slow.close());
  const call = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  await slow.handleLine(call("server.set_notifications", { enabled: true, adapters: [adapter] }));
  let last = 0;
  for (let count = 0; count < 10; count++)
    last = (await peer.request("adapter.state", { adapter })).state.events?.at(-1)?.seq ?? 0;
  const [, ...news] = await slow.handleLineMessages(call("adapter.live", {}));
  const seqs = news
    .map((json) => JSON.parse(json) as { method: string; params: { event?: { seq: number } } })
    .filter(({ method }) => method === "adapter.event")
    .map(({ params }) => params.event?.seq ?? 0);
  assert.equal(seqs.length, 1_024);
  assert.ok((seqs.at(-1) ?? 0) >= last);
  assert.deepEqual(
    seqs,
    seqs.map((_, at) => seqs[0] + at),
  );
});

test("an adapter that was closed is forgotten by those who were told of it, once they were told all", async (t) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { state, peer } = await withPlugin(t, TELLER, { default_target: pieces("one ", "two") });
  await peer.request("server.set_notifications", { enabled: true });
  const closed = async (): Promise<WeakRef<object>> => {
    const { adapter } = await peer.request("adapter.start", { plugin: "demo" });
    await peer.next("adapter.event", ({ event }) => event.seq === 1);
    const entry = new WeakRef(state.adapters.get(adapter));
    await peer.request("adapter.close", { adapter });
    return entry;
  };
  const entry = await closed();
  for (let turns = 0; turns < 200 && entry.deref() !== undefined; turns++) {
    await setImmediate();
    collect();
  }
  assert.equal(entry.deref(), undefined);
  const { adapters } = await peer.request("adapter.live", {});
  assert.deepEqual(adapters, []);
});

test("a secret that two pieces of an answer share is covered in the second too", async (t) => {
  const lua = `local M, looks = {}, 0
    function M.classify()
      looks = looks + 1
      local parts = { "the key is ghp_0123456789abcdefghij", "ABCDEFGHIJ456789 and more" }
      return { state = "ready", events = parts[looks] and { { kind = "text_delta", text = parts[looks] } } or nil }
    end
    return M`;
  const { peer, adapter, started } = await withAdapter(t, lua);
  const { state } = await peer.request("adapter.state", { adapter });
  const texts = [...(started.state.events ?? []), ...(state.events ?? [])].map(
    (event) => "text" in event && event.text,
  );
  assert.deepEqual(texts, ["the key is [REDACTED]", "[REDACTED] and more"]);
});

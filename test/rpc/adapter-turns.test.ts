import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import type { Result } from "ptywright/protocol";
import { fixture } from "../support/fixture.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect } from "../support/rpc-peer.js";
import { MIRROR, driving, shownIn, withAdapter } from "../support/plugins.js";

const NEVER = { params: { text: "never" } };
const say = (text: string, last?: string) => ({ intent: "say", params: { text, last } });

/** Resolves when the adapter's wait is under way, which nothing tells. */
async function waits(peer: RpcPeer, adapter: string): Promise<void> {
  for (let count = 0; count < 3; count++) await peer.request("adapter.state", { adapter });
}

async function screen(peer: RpcPeer, adapter: string): Promise<string> {
  return (await peer.request("adapter.snapshot", { adapter, cells: false })).plain_text;
}

test("a send types what the plugin says and answers with the state after it", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  await peer.request("adapter.wait", { adapter });
  const { state } = await peer.request("adapter.send", { adapter, ...say("hello\n", "greeted") });
  assert.equal(shownIn(state).ctx.last_intent, "greeted");
  const waited = await peer.request("adapter.wait", { adapter, params: { text: "hello" } });
  assert.deepEqual([waited.matched, waited.outcome], [true, { kind: "contains_text", text: "hello" }]);
  assert.match(shownIn(waited.state).ctx.screen, /hello/);
});

test("both forms of a turn mean the same", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  const check = ({ state, matched, wait_id }: Result<"adapter.turn">, last: string, name: string): void => {
    assert.deepEqual([matched, wait_id, shownIn(state).ctx.last_intent], [true, name, last]);
    assert.match(shownIn(state).ctx.screen, new RegExp(last));
  };
  const nested = await peer.request("adapter.turn", {
    adapter,
    send: say("one\n", "one"),
    wait: { intent: "wait_turn_matcher", params: { text: "one" }, timeout_ms: 10_000, wait_id: "first" },
  });
  check(nested, "one", "first");
  const flat = await peer.request("adapter.turn", {
    adapter,
    ...say("two\n", "two"),
    wait_intent: "wait_turn_matcher",
    wait_params: { text: "two" },
    timeout_ms: 10_000,
    wait_id: "second",
  });
  check(flat, "two", "second");
  const least = await peer.request("adapter.turn", { adapter, send: { intent: "say" } });
  assert.ok(!("wait_id" in least));
  await peer.refusal("invalid_params", "adapter.turn", { adapter });
  for (const turn of [
    { send: say("three\n"), wait: { ...NEVER, timeout_ms: 0 } },
    { ...say("three\n"), wait_params: NEVER.params, timeout_ms: 0 },
  ]) {
    const { data } = await peer.refusal("matcher_timeout", "adapter.turn", { adapter, ...turn });
    assert.match(data?.evidence?.awaited ?? "", /never/);
  }
});

test("what cannot be waited for is not sent either", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  await peer.refusal("invalid_params", "adapter.turn", { adapter, ...say("typed\n"), wait_intent: "none" });
  await peer.request("adapter.turn", { adapter, send: say("seen\n"), wait: { params: { text: "seen" } } });
  assert.doesNotMatch(await screen(peer, adapter), /typed/);
});

test("an unknown intent is refused with those that there are", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  for (const intent of ["none", "classify", "wait_turn_matcher", "__index"]) {
    const { message, data } = await peer.refusal("invalid_params", "adapter.send", { adapter, intent });
    assert.match(message, /it has fail, plan, say/);
    assert.equal(data?.field, "intent");
  }
  for (const intent of ["none", "say"]) {
    const { message } = await peer.refusal("invalid_params", "adapter.wait", { adapter, intent });
    assert.match(message, /it has exit_matcher, wait_turn_matcher/);
  }
  await peer.refusal("invalid_params", "adapter.send", { adapter, intent: "" });
});

test("P6: an intent that fails, or answers nonsense, is told with file and line", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  const failed = await peer.refusal("internal_error", "adapter.send", { adapter, intent: "fail" });
  const line = MIRROR.split("\n").findIndex((text) => text.includes("what a mess")) + 1;
  assert.match(failed.message, new RegExp(`main\\.lua:${line}: what a mess`));
  assert.deepEqual(failed.data, { code: "plugin_failed", plugin: "demo", file: "main.lua", line, failure: "failed" });
  for (const params of [
    { actions: [{ type: "text", value: "typed" }, { type: "fly" }] },
    { actions: [{ type: "key", value: "no_such_key" }] },
    { actions: "typed" },
    { actions: [{ type: "resize", value: { rows: 1e9, cols: 80 } }] },
    { actions: Array.from({ length: 257 }, () => ({ type: "text", value: "typed" })) },
    { last_intent: 7 },
    { refused: {} },
  ]) {
    const { data } = await peer.refusal("internal_error", "adapter.send", { adapter, intent: "plan", params });
    assert.deepEqual(data, { code: "plugin_failed", plugin: "demo", file: "main.lua", failure: "bad_value" });
  }
  const refused = { reason: "stale_dialog", message: "it is gone" };
  const { message, data } = await peer.refusal("internal_error", "adapter.send", {
    adapter,
    intent: "plan",
    params: { refused },
  });
  assert.match(message, /stale_dialog: it is gone/);
  assert.deepEqual(data, { code: "intent_refused", plugin: "demo", refusal: "stale_dialog" });
  assert.doesNotMatch(await screen(peer, adapter), /typed/);
});

test("P6: a plan of a million actions, one that holds itself and one of numbers that are none are the plugin's mistake", async (t) => {
  const lua = `
    local M = {}
    function M.classify() return { state = "ready" } end
    function M.many()
      local actions, one = {}, ptywright.action.text("typed")
      for at = 1, 1000000 do actions[at] = one end
      return { actions = actions }
    end
    function M.long() return { actions = { ptywright.action.text(("typed"):rep(250000)) } } end
    function M.circle() local plan = {} plan.actions = { plan } return plan end
    function M.no_number() return { actions = { { type = "resize", value = { rows = 0 / 0, cols = 1 / 0 } } } } end
    return M`;
  const { peer, adapter } = await withAdapter(t, lua);
  for (const intent of ["many", "long", "circle", "no_number"]) {
    const { data } = await peer.refusal("internal_error", "adapter.send", { adapter, intent });
    assert.equal(data?.code, "plugin_failed", intent);
  }
  assert.equal((await peer.request("adapter.state", { adapter })).state.state, "ready");
  assert.doesNotMatch(await screen(peer, adapter), /typed/);
});

test("one send, wait or turn at a time, in the order they came; reads, cancelling and closing do not queue", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  await peer.request("adapter.wait", { adapter });
  const answered: string[] = [];
  const note = (name: string, promise: Promise<unknown>) => promise.then(() => void answered.push(name));
  const waiting = note("wait", peer.refusal("wait_cancelled", "adapter.wait", { adapter, ...NEVER, wait_id: "w" }));
  const queued = [
    note("send", peer.request("adapter.send", { adapter, ...say("one ") })),
    note("turn", peer.request("adapter.turn", { adapter, send: say("two "), wait: { params: {} } })),
    note("wait 2", peer.request("adapter.wait", { adapter })),
    note("send 2", peer.request("adapter.send", { adapter, ...say("three\n") })),
  ];
  for (const method of ["adapter.snapshot", "adapter.inspect", "adapter.state", "adapter.transcript"])
    await peer.request(method, { adapter });
  await peer.request("adapter.live", {});
  assert.deepEqual(answered, []);
  assert.equal(await screen(peer, adapter), "ready");
  assert.deepEqual(await peer.request("adapter.cancel_wait", { wait_id: "w" }), {
    cancelled: true,
    adapter,
    wait_id: "w",
  });
  await Promise.all([waiting, ...queued]);
  assert.deepEqual(answered, ["wait", "send", "turn", "wait 2", "send 2"]);
  await peer.request("adapter.wait", { adapter, params: { text: "one two three" } });
  const last = [
    peer.refusal("session_closed", "adapter.wait", { adapter, ...NEVER }),
    peer.refusal("session_closed", "adapter.send", { adapter, ...say("late") }),
  ];
  await waits(peer, adapter);
  await peer.request("adapter.close", { adapter });
  await Promise.all(last);
});

test("a wait is cancelled by its name or by its adapter, from any connection, and its name is free again", async (t) => {
  const { state, peer, adapter } = await withAdapter(t, MIRROR);
  const other = connect(t, state);
  const wait = (wait_id?: string) => peer.refusal("wait_cancelled", "adapter.wait", { adapter, ...NEVER, wait_id });
  const named = wait("mine");
  await waits(peer, adapter);
  for (const [method, rest] of [
    ["adapter.wait", {}],
    ["adapter.turn", { intent: "say" }],
  ] as const) {
    const { data } = await other.refusal("invalid_params", method, { adapter, wait_id: "mine", ...rest });
    assert.equal(data?.field, "wait_id");
  }
  const cancelling = other.request("adapter.cancel_wait", { wait_id: "mine" });
  assert.deepEqual(await cancelling, { cancelled: true, adapter, wait_id: "mine" });
  await named;
  assert.deepEqual(await other.request("adapter.cancel_wait", { wait_id: "mine" }), { cancelled: false });
  const again = [wait("mine"), wait()];
  await waits(peer, adapter);
  assert.deepEqual(await other.request("adapter.cancel_wait", { adapter }), {
    cancelled: true,
    adapter,
    wait_id: "mine",
  });
  await Promise.all(again);
  const nameless = wait();
  await waits(peer, adapter);
  assert.deepEqual(await other.request("adapter.cancel_wait", { adapter }), { cancelled: true, adapter });
  await nameless;
  await peer.refusal("invalid_params", "adapter.cancel_wait", {});
  const turn = peer.refusal("wait_cancelled", "adapter.turn", {
    adapter,
    send: say("sent\n"),
    wait: { ...NEVER, wait_id: "t" },
  });
  await waits(peer, adapter);
  await peer.request("adapter.cancel_wait", { wait_id: "t" });
  await turn;
});

test("R6: the wait of a client that is gone is over, and the next one's turn comes", async (t) => {
  const { state, peer, adapter } = await withAdapter(t, MIRROR);
  const leaving = connect(t, state);
  leaving.request("adapter.wait", { adapter, ...NEVER, wait_id: "w" }).catch(() => undefined);
  await waits(leaving, adapter);
  const sending = peer.request("adapter.send", { adapter, ...say("x") });
  leaving.close();
  await sending;
  assert.deepEqual(await peer.request("adapter.cancel_wait", { wait_id: "w" }), { cancelled: false });
});

test("what is sent takes effect before the next request of the connection begins", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  for (let count = 0; count < 10; count++) {
    const [, { state }] = await Promise.all([
      peer.request("adapter.send", { adapter, ...say("x", `sent-${count}`) }),
      peer.request("adapter.state", { adapter }),
    ]);
    assert.equal(shownIn(state).ctx.last_intent, `sent-${count}`);
  }
});

test("a program that does not read holds up who types to it, but not the connection", async (t) => {
  const { program = "", args } = fixture("never-reads.sh") as { program?: string; args: string[] };
  const { peer, adapter } = await withAdapter(t, MIRROR, { default_target: { program, args } });
  await peer.request("adapter.wait", { adapter });
  const stuck = peer.refusal("session_closed", "adapter.send", { adapter, ...say("x".repeat(200_000)) });
  assert.equal((await peer.request("adapter.live", {})).adapters.length, 1);
  await peer.request("adapter.close", { adapter });
  await stuck;
});

test("neither a time-out nor a cancellation waits for a program that does not read", async (t) => {
  const { program = "", args } = fixture("never-reads.sh") as { program?: string; args: string[] };
  const lua = MIRROR.replace(
    "return M",
    `function M.slow() return { actions = { ptywright.action.stream_text("abc", 1, 60000) } } end
    function M.look() return { actions = { ptywright.step.wait(ptywright.matcher.contains_text("never"), 60000) } } end
    return M`,
  );
  const { peer, adapter } = await withAdapter(t, lua, { default_target: { program, args } });
  await peer.request("adapter.wait", { adapter });
  const much = say("x".repeat(200_000));
  for (const send of [{ intent: "slow" }, { intent: "look" }, much, say("behind it")]) {
    const late = await peer.refusal("matcher_timeout", "adapter.turn", { adapter, send, wait: { timeout_ms: 50 } });
    assert.match(late.message, /not everything was sent/);
    assert.equal(late.data?.evidence?.snapshot.plain_text, "ready");
    const turn = peer.refusal("wait_cancelled", "adapter.turn", { adapter, send, wait: { wait_id: "w" } });
    await waits(peer, adapter);
    await peer.request("adapter.cancel_wait", { wait_id: "w" });
    await turn;
    const sending = peer.refusal("wait_cancelled", "adapter.send", { adapter, ...send });
    assert.deepEqual(await peer.request("adapter.cancel_wait", { adapter }), { cancelled: true, adapter });
    await sending;
  }
});

test("the time of a wait or a turn counts from its arrival, also in line", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  await peer.request("adapter.wait", { adapter });
  const first = peer.refusal("wait_cancelled", "adapter.wait", { adapter, ...NEVER, wait_id: "first" });
  for (const timeout_ms of [0, 30])
    for (const [method, params] of [
      ["adapter.wait", { timeout_ms }],
      ["adapter.turn", { send: say("typed\n"), wait: { timeout_ms } }],
    ] as const) {
      const { message, data } = await peer.refusal("matcher_timeout", method, { adapter, ...params });
      assert.match(message, new RegExp(`^timed out after ${timeout_ms} ms, still waiting in line`));
      assert.deepEqual(data, { code: "wait_timeout" });
    }
  await peer.request("adapter.cancel_wait", { wait_id: "first" });
  await first;
  await peer.request("adapter.turn", { adapter, send: say("seen\n"), wait: { params: { text: "seen" } } });
  assert.doesNotMatch(await screen(peer, adapter), /typed/);
});

test("what a client has sent is typed also when the client is gone", async (t) => {
  const { state, peer, adapter } = await withAdapter(t, MIRROR);
  const waiting = peer.refusal("wait_cancelled", "adapter.wait", { adapter, ...NEVER, wait_id: "w" });
  const leaving = connect(t, state);
  leaving.request("adapter.send", { adapter, ...say("last words\n") }).catch(() => undefined);
  await leaving.caughtUp();
  leaving.close();
  await peer.request("adapter.cancel_wait", { wait_id: "w" });
  await waiting;
  await peer.request("adapter.wait", { adapter, params: { text: "last words" } });
});

test("in order means that a wait of an adapter is answered before the next request begins", async (t) => {
  const { state, peer: other, adapter } = await withAdapter(t, MIRROR);
  const peer = connect(t, state, { inOrder: true });
  const waiting = peer.request("adapter.wait", { adapter, params: { text: "hello" } });
  const sending = peer.request("adapter.send", { adapter, ...say("x", "second") });
  const reading = peer.request("adapter.state", { adapter });
  await waits(other, adapter);
  assert.equal(peer.received.length, 0);
  await state.adapters.get(adapter).adapter.session.writeText("hello\n");
  await waiting;
  await sending;
  assert.equal(shownIn((await reading).state).ctx.last_intent, "second");
});

test("the adapter requests of a batch run one after the other", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  const call = (id: number, method: string, params: object): object => ({ jsonrpc: "2.0", id, method, params });
  peer.received.length = 0;
  peer.send([
    call(1, "adapter.turn", { adapter, send: say("hello\n", "one"), wait: { params: { text: "hello" } } }),
    call(2, "adapter.state", { adapter }),
    call(3, "adapter.close", { adapter }),
    call(4, "adapter.live", {}),
  ]);
  while (peer.received.length === 0) await immediate();
  const [answers] = peer.received.map((text) => JSON.parse(text) as { id: number; result: Result<"adapter.state"> }[]);
  assert.deepEqual(
    answers.map(({ id }) => id),
    [1, 2, 3, 4],
  );
  assert.equal(shownIn(answers[1].result.state).ctx.last_intent, "one");
  assert.deepEqual(answers[3].result, { adapters: [] });
});

test("a time-out of 0 looks once, and evidence comes with it", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR, { default_target: driving("printf shown; exec cat") });
  await peer.request("adapter.wait", { adapter, params: { text: "shown" } });
  await peer.request("adapter.wait", { adapter, params: { text: "shown" }, timeout_ms: 0 });
  const { data } = await peer.refusal("matcher_timeout", "adapter.wait", { adapter, ...NEVER, timeout_ms: 0 });
  assert.equal(data?.evidence?.snapshot.plain_text, "shown");
});

import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Result } from "ptywright/protocol";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect, serverState } from "../support/rpc-peer.js";
import type { Behaviour, WasmPluginOptions } from "../support/wasm-module.js";
import { moduleWith, wasmPlugin } from "../support/wasm-module.js";

/** Waits for what it is handed. */
const given_matcher: Behaviour = { around: ["", ""] };
const SEEN: Behaviour = { around: ['{"state": "seen", "metadata": ', "}"] };
const typed = (value: string) => [
  { type: "text", value },
  { type: "key", value: "enter" },
];

interface Loaded {
  readonly peer: RpcPeer;
  readonly adapter: string;
  readonly started: Result<"adapter.start">;
}

/** A plugin of these functions, loaded and started over RPC. */
async function started(
  t: TestContext,
  functions: Readonly<Record<string, Behaviour>>,
  options?: WasmPluginOptions,
): Promise<Loaded> {
  const peer = connect(t, serverState(t, { allowPluginLoad: true }));
  await peer.request("plugin.load", { manifest_path: wasmPlugin(t, moduleWith(functions), options) });
  const answer = await peer.request("adapter.start", { plugin: "module" });
  return { peer, adapter: answer.adapter, started: answer };
}

const waits = (peer: RpcPeer, adapter: string, params: object) =>
  peer.request("adapter.wait", { adapter, intent: "given_matcher", params });
const shows = (peer: RpcPeer, adapter: string, value: string) => waits(peer, adapter, { type: "contains_text", value });

const metadataOf = ({ state }: { state: { metadata?: unknown } }) => state.metadata as Record<string, unknown>;

test("a module is loaded, described, listed and unloaded like any plugin", async (t) => {
  const peer = connect(t, serverState(t, { allowPluginLoad: true }));
  const states = ["seen"];
  const module = moduleWith({
    classify: SEEN,
    go: { answer: {} },
    end_matcher: SEEN,
    describe: { answer: { states } },
  });
  const path = wasmPlugin(t, module);
  assert.deepEqual(await peer.request("plugin.load", { manifest_path: path }), { plugin: "module" });
  const { intents, wait_matchers: waits, ...rest } = await peer.request("plugin.describe", { plugin: "module" });
  assert.deepEqual([intents, waits, rest.states], [["go"], ["end_matcher"], states]);
  const { plugins } = await peer.request("adapter.list", {});
  assert.equal(plugins.find(({ name }) => name === "module")?.runtime, "wasm");
  await peer.request("plugin.unload", { plugin: "module" });
  await peer.refusal("invalid_params", "adapter.start", { plugin: "module" });
});

test("classify is handed the same moment as in Lua, and what is not known is left out", async (t) => {
  const {
    peer,
    adapter,
    started: first,
  } = await started(t, {
    classify: SEEN,
    say: { answer: { actions: typed("zażółć 🎉"), last_intent: "said" } },
    leave: { answer: { actions: [{ type: "eof" }] } },
    given_matcher,
    wait_turn_matcher: { answer: { type: "transcript_contains", value: "🎉\r\nzażółć 🎉\r\n" } },
  });
  const before = metadataOf(first);
  assert.deepEqual(Object.keys(before).sort(), [
    ...["body_text", "completed_turn_stable_ms", "cursor", "markers", "screen"],
    ...["sequence", "stable_ms", "status_text", "transcript"],
  ]);
  const turn = await peer.request("adapter.turn", { adapter, intent: "say" });
  const { screen, transcript, last_intent: lastIntent } = metadataOf(turn);
  assert.deepEqual([screen, transcript], ["zażółć 🎉\nzażółć 🎉", "zażółć 🎉\r\nzażółć 🎉\r\n"]);
  assert.equal(lastIntent, "said");
  await peer.request("adapter.send", { adapter, intent: "leave" });
  await waits(peer, adapter, { type: "process_exited" });
  const { state } = await peer.request("adapter.state", { adapter });
  const { process_exited: exited, exit_code: code } = metadataOf({ state });
  assert.deepEqual([exited, code], [true, 0]);
});

test("an intent and a wait matcher get their params, and an empty object for none", async (t) => {
  const { peer, adapter } = await started(t, {
    classify: SEEN,
    type: { around: ['{"actions": ', "}"] },
    none: { around: ['{"last_intent": "", "refused": {"reason": "none", "message": "was handed ', '"}}'] },
    given_matcher,
  });
  await peer.request("adapter.send", { adapter, intent: "type", params: typed("hello") });
  const matcher = { type: "screen_regex", value: "hello\\n(hello)" };
  const { outcome } = await waits(peer, adapter, matcher);
  assert.equal(outcome.kind === "screen_regex" && outcome.capture, "hello");
  for (const params of [undefined, null, {}]) {
    const { message, data } = await peer.refusal("internal_error", "adapter.send", { adapter, intent: "none", params });
    assert.match(message, /was handed \{\}/);
    assert.equal(data?.refusal, "none");
  }
});

test("a plan with an action that was not granted is refused as a whole, and nothing of it is sent", async (t) => {
  const plan = { actions: [...typed("must not appear"), { type: "kill" }], last_intent: "killed" };
  const { peer, adapter } = await started(
    t,
    { classify: SEEN, finish: { answer: plan }, say: { answer: { actions: typed("said") } }, given_matcher },
    { permissions: ["session.spawn", "screen.read", "transcript.read", "input.write", "matcher.wait"] },
  );
  const { data } = await peer.refusal("permission_denied", "adapter.send", { adapter, intent: "finish" });
  assert.equal(data?.required_permission, "session.kill");
  await peer.request("adapter.send", { adapter, intent: "say" });
  await shows(peer, adapter, "said\nsaid");
  const { text } = await peer.request("adapter.transcript", { adapter });
  assert.equal(text, "said\r\nsaid\r\n");
  const { state } = await peer.request("adapter.state", { adapter });
  assert.equal(metadataOf({ state })["last_intent"], undefined);
});

test("without the permissions neither classify nor a predicate sees the screen and the transcript", async (t) => {
  const functions: Record<string, Behaviour> = {
    classify: SEEN,
    sees: { contains: "shown" },
    sees_blank: { contains: '"screen":"","transcript":""' },
    say: { answer: { actions: typed("shown") } },
    given_matcher,
  };
  const ask = (predicate: string) => ({ type: "lua", value: { plugin: "module", predicate } });
  for (const [permissions, predicate] of [
    [["session.spawn", "input.write", "matcher.wait"], "sees_blank"],
    [["session.spawn", "input.write", "matcher.wait", "screen.read", "transcript.read"], "sees"],
  ] as const) {
    const { peer, adapter } = await started(t, functions, { permissions });
    await peer.request("adapter.send", { adapter, intent: "say" });
    const seen = metadataOf(await shows(peer, adapter, "shown\nshown"));
    assert.equal((await waits(peer, adapter, ask(predicate))).matched, true);
    if (predicate === "sees") continue;
    const { screen, body_text: body, status_text: status, transcript } = seen;
    assert.deepEqual([screen, body, status, transcript], ["", "", "", ""]);
    const params = ask("sees");
    await peer.refusal("matcher_timeout", "adapter.wait", { adapter, intent: "given_matcher", params, timeout_ms: 0 });
  }
});

test("a predicate that fails counts as no match", async (t) => {
  const value = (predicate: string) => ({ type: "lua", value: { plugin: "module", predicate } });
  const { peer, adapter } = await started(t, {
    classify: SEEN,
    trap: { code: "(unreachable)" },
    complain: { answer: { error: "cannot say" } },
    no: { answer: { matched: false } },
    traps_matcher: { answer: value("trap") },
    complains_matcher: { answer: value("complain") },
    no_matcher: { answer: value("no") },
  });
  for (const intent of ["traps_matcher", "complains_matcher", "no_matcher"])
    await peer.refusal("matcher_timeout", "adapter.wait", { adapter, intent, timeout_ms: 0 });
});

test("what a module answers in place of a plan, a matcher or a state is told as its mistake", async (t) => {
  const {
    peer,
    adapter,
    started: first,
  } = await started(t, {
    classify: { answer: { confidence: 1 } },
    odd: { answer: { actions: [{ type: "key", value: "no-such-key" }] } },
    odd_matcher: { answer: { type: "screen_regex", value: "(" } },
  });
  assert.equal(first.state.state, "plugin_error");
  assert.match(first.state.evidence, /plugin\.wasm: classify gave an answer that cannot be used/);
  const { data } = await peer.refusal("internal_error", "adapter.send", { adapter, intent: "odd" });
  assert.deepEqual([data?.code, data?.plugin, data?.file], ["plugin_failed", "module", "plugin.wasm"]);
  await peer.refusal("internal_error", "adapter.wait", { adapter, intent: "odd_matcher" });
  await peer.refusal("invalid_params", "adapter.send", { adapter, intent: "missing" });
});

test("a module says in its own words that it failed", async (t) => {
  const {
    peer,
    adapter,
    started: first,
  } = await started(t, {
    classify: { answer: { error: "cannot read this screen" } },
    go: { answer: { error: "no such mode" } },
  });
  assert.equal(first.state.state, "plugin_error");
  assert.match(first.state.evidence, /classify failed at plugin\.wasm: cannot read this screen$/);
  const { message, data } = await peer.refusal("internal_error", "adapter.send", { adapter, intent: "go" });
  assert.match(message, /go failed at plugin\.wasm: no such mode$/);
  assert.equal(data?.file, "plugin.wasm");
});

test("a module that traps or grows without end fails the call, and can be called again", async (t) => {
  const grow = "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) (unreachable)";
  const { peer, adapter } = await started(t, {
    classify: SEEN,
    trap: { code: "(unreachable)" },
    grow: { code: grow },
  });
  for (const [intent, message] of [
    ["trap", /it trapped: unreachable/],
    ["grow", /it needs more than 64 MiB of memory/],
  ] as const) {
    assert.match((await peer.refusal("internal_error", "adapter.send", { adapter, intent })).message, message);
    assert.equal((await peer.request("adapter.state", { adapter })).state.state, "seen");
  }
});

test("while a module hangs everything else is served, and it is cut off and can be called again", async (t) => {
  const { peer, adapter } = await started(t, { classify: SEEN, hang: { code: "(loop $on (br $on))" } });
  const other = (await peer.request("adapter.start", { plugin: "module" })).adapter;
  const hanging = peer.refusal("internal_error", "adapter.send", { adapter, intent: "hang" });
  assert.equal((await peer.request("adapter.state", { adapter: other })).state.state, "seen");
  assert.equal((await peer.request("adapter.live", {})).adapters.length, 2);
  assert.match((await hanging).message, /hang was cut off after 5000 ms/);
  assert.equal((await peer.request("adapter.state", { adapter })).state.state, "seen");
});

/** The module with a section of its own that nobody reads, of this many bytes. */
function padded(module: Uint8Array, bytes: number): Uint8Array {
  const size = [bytes & 0x7f, (bytes >> 7) & 0x7f, (bytes >> 14) & 0x7f, bytes >> 21].map((part, i) =>
    i < 3 ? part | 0x80 : part,
  );
  return Buffer.concat([module, Uint8Array.from([0, ...size]), Buffer.alloc(bytes)]);
}

test("a module may be larger than a file of Lua, up to a limit that is told", async (t) => {
  const peer = connect(t, serverState(t, { allowPluginLoad: true }));
  const module = moduleWith({ classify: SEEN });
  const large = wasmPlugin(t, padded(module, 2_000_000));
  assert.deepEqual(await peer.request("plugin.load", { manifest_path: large }), { plugin: "module" });
  const tooLarge = wasmPlugin(t, padded(module, 16_777_216));
  const { message } = await peer.refusal("internal_error", "plugin.load", { manifest_path: tooLarge });
  assert.match(message, /"plugin\.wasm" is larger than 16777216 bytes/);
});

test("what is no module is refused when it is loaded", async (t) => {
  const peer = connect(t, serverState(t, { allowPluginLoad: true }));
  const path = wasmPlugin(t, Buffer.from("return {}"));
  const { message } = await peer.refusal("internal_error", "plugin.load", { manifest_path: path });
  assert.match(message, /plugin\.wasm failed/);
  await peer.refusal("invalid_params", "adapter.start", { plugin: "module" });
});

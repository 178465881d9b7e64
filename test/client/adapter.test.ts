import { recordedClient, startClient } from "../support/client.js";
import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { test, type TestContext } from "node:test";
import type { Client, AdapterEvent } from "ptywright/client";
import { InvalidArgumentError, RemoteError, WaitCancelledError, WaitTimeoutError } from "ptywright/client";
import { failure } from "../support/failure.js";
import { folderWith } from "../support/plugin-folder.js";

/** Everything in it that could be taken for a field's name is data. */
const LUA = `
local M = {}
local told = 0
function M.classify(ctx)
  local _, count = ctx.screen:gsub("got", "")
  local events = {}
  while told < count do
    told = told + 1
    events[#events + 1] = { kind = "tool_started", id = "t" .. told, name = "tool", input = { file_path = "a_b" } }
  end
  return {
    state = "seen_" .. count,
    evidence = ctx.last_intent,
    metadata = { some_key = { inner_key = count } },
    candidates = { { other_state = "x" } },
    host_marks = { { label = "a_mark" } },
    events = events,
  }
end
function M.say(params)
  return { actions = { ptywright.action.text(params.the_text), ptywright.action.key("enter") }, last_intent = "said_it" }
end
function M.wait_turn_matcher(params)
  if params.stable_for then return ptywright.matcher.screen_stable(params.stable_for) end
  return ptywright.matcher.screen_regex("(" .. (params.the_text or "here") .. ")")
end
function M.wait_never_matcher() return ptywright.matcher.contains_text("never") end
function M.describe() return { intents = { "say" }, wait_matchers = { "wait_turn_matcher" }, states = { "seen_0" } } end
return M`;

const MANIFEST = `name = "sample_one"
kind = "adapter"
version = "0.1.0"
runtime = "lua"
entrypoint = "main.lua"
permissions = ["session.spawn", "session.kill", "screen.read", "transcript.read", "input.write", "matcher.wait"]

[default_target]
program = "/bin/sh"
args = ["-c", 'echo "here $my_var"; cat']
env = { my_var = "default", snake_case = "x" }
required_env = { must_have = "y" }
`;

const manifestPath = (t: TestContext): string =>
  join(folderWith(t, { "manifest.toml": MANIFEST, "main.lua": LUA }), "manifest.toml");
const clientWithPlugin = (t: TestContext): Promise<Client> => startClient(t, { plugins: [manifestPath(t)] });

test("an adapter is started, driven and read with the library's names, and a plugin's own data is left as it is", async (t) => {
  const client = await clientWithPlugin(t);
  const adapter = await client.startAdapter("sample_one", { env: { my_var: "given" }, rows: 10, cols: 40 });
  assert.deepEqual([adapter.id, adapter.plugin, adapter.sessionId], ["e1", "sample_one", "s1"]);
  const first = await adapter.wait(undefined, { the_text: "here given" }, { timeoutMs: 20_000, waitId: "mine" });
  assert.deepEqual([first.matched, first.waitId], [true, "mine"]);
  assert.deepEqual(first.outcome, { kind: "screen_regex", pattern: "(here given)", capture: "here given" });
  const state = await adapter.send("say", { the_text: "hello" });
  assert.deepEqual(state, adapter.lastState);
  const { sequence, ...rest } = state;
  assert.equal(typeof sequence, "number");
  assert.deepEqual(rest, {
    state: "seen_0",
    confidence: 1,
    evidence: "said_it",
    metadata: { some_key: { inner_key: 0 } },
    candidates: [{ other_state: "x" }],
    hostMarks: [{ label: "a_mark" }],
    events: [],
  });
  const turned = await adapter.turn("say", { the_text: "got" }, { waitParams: { stable_for: 50 }, timeoutMs: 20_000 });
  assert.deepEqual(turned.outcome, { kind: "screen_stable", minMs: 50 });
  const seen = await adapter.inspect();
  assert.deepEqual([seen.adapter, seen.plugin, seen.session], ["e1", "sample_one", "s1"]);
  assert.equal(seen.bodyText, seen.plainText);
  assert.equal(seen.statusText, "");
  assert.match(seen.transcriptTail, /here given/);
  const snapshot = await adapter.snapshot({ cells: false });
  assert.deepEqual([snapshot.size.rows, snapshot.size.cols, snapshot.cells], [10, 40, []]);
  assert.match(await adapter.transcript(), /hello\r\n/);
  assert.equal((await adapter.state({ redact: false })).state, adapter.lastState?.state);
  await adapter.close();
  assert.deepEqual(await client.adapters(), []);
});

test("events come one by one with the plugin's data, then the state they led to, until the adapter is closed", async (t) => {
  const client = await clientWithPlugin(t);
  const adapter = await client.startAdapter("sample_one");
  const events = adapter.subscribe();
  const all: AdapterEvent[] = [];
  let reached = (): void => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const reading = (async () => {
    for await (const event of events) {
      all.push(event);
      if (event.type === "state_changed" && event.state.state === "seen_2") reached();
    }
  })();
  await adapter.turn("say", { the_text: "got" }, { waitParams: { stable_for: 20 }, timeoutMs: 20_000 });
  await isReached;
  await adapter.close();
  await reading;
  const told = all.flatMap((event) => (event.type === "event" ? [event.event] : []));
  assert.deepEqual(told, [
    { kind: "tool_started", seq: 1, id: "t1", name: "tool", input: { file_path: "a_b" } },
    { kind: "tool_started", seq: 2, id: "t2", name: "tool", input: { file_path: "a_b" } },
  ]);
  const last = all.at(-1);
  assert.ok(last?.type === "state_changed");
  assert.deepEqual(last.state.metadata, { some_key: { inner_key: 2 } });
  assert.deepEqual(await events.next(), { value: undefined, done: true });
});

test("a signal cancels a wait and a turn in the server, and the adapter is free at once", async (t) => {
  const client = await clientWithPlugin(t);
  const adapter = await client.startAdapter("sample_one");
  const never = { waitIntent: "wait_never_matcher", timeoutMs: 60_000 };
  for (const begin of [
    (signal: AbortSignal) => adapter.wait("wait_never_matcher", {}, { timeoutMs: 60_000, signal }),
    (signal: AbortSignal) => adapter.turn("say", { the_text: "x" }, { ...never, signal }),
  ]) {
    const controller = new AbortController();
    const waiting = failure(begin(controller.signal), WaitCancelledError);
    // Answered after the wait was begun.
    await client.adapters();
    controller.abort();
    await waiting;
    assert.equal((await adapter.send("say", { the_text: "y" })).state, "seen_0");
  }
  await failure(adapter.wait(undefined, {}, { signal: AbortSignal.abort() }), WaitCancelledError);
});

test("a wait answers as much as was asked for, and takes as long as the start or the environment says", async (t) => {
  const client = await clientWithPlugin(t);
  const adapter = await client.startAdapter("sample_one", { timeoutMs: 50 });
  const full = await adapter.wait(undefined, {}, { timeoutMs: 20_000, tailChars: 4, frame: "any" });
  assert.deepEqual([full.snapshot?.lines[0], full.transcriptTail?.length], ["here default", 4]);
  const bare = await adapter.wait(undefined, {}, { result: "none" });
  assert.deepEqual([bare.snapshot, bare.transcriptTail, bare.sequence], [undefined, undefined, full.sequence]);
  await failure(adapter.wait("wait_never_matcher"), WaitTimeoutError);
  process.env["PTYWRIGHT_TIMEOUT_MS"] = "50";
  t.after(() => delete process.env["PTYWRIGHT_TIMEOUT_MS"]);
  const other = await client.startAdapter("sample_one");
  await failure(other.turn("say", { the_text: "x" }, { waitIntent: "wait_never_matcher" }), WaitTimeoutError);
});

test("what another connection started can be gone on with", async (t) => {
  const { client } = recordedClient(t);
  const started = await client.startAdapter("shell", { program: "cat", args: [] });
  const [{ adapter, finished, sequence }] = await client.adapters();
  assert.deepEqual(
    [adapter.id, adapter.plugin, adapter.sessionId, finished],
    [started.id, "shell", started.sessionId, false],
  );
  assert.equal(typeof sequence, "number");
  assert.equal(adapter.lastState, undefined);
  assert.notEqual((await adapter.state()).state, "");
  await adapter.close();
  assert.match((await failure(started.state(), InvalidArgumentError)).message, /adapter "e1" does not exist/);
});

test("plugins are loaded, listed, described and unloaded; names in an environment stay as they are", async (t) => {
  const client = await startClient(t, { allowPluginLoad: true });
  assert.equal(await client.loadPlugin(relative(process.cwd(), manifestPath(t))), "sample_one");
  const manifest = (await client.plugins()).find(({ name }) => name === "sample_one");
  assert.deepEqual(manifest?.defaultTarget, {
    program: "/bin/sh",
    args: ["-c", 'echo "here $my_var"; cat'],
    env: { my_var: "default", snake_case: "x" },
    requiredEnv: { must_have: "y" },
  });
  assert.deepEqual(await client.describePlugin("sample_one"), {
    plugin: "sample_one",
    manifest,
    intents: ["say"],
    waitMatchers: ["wait_turn_matcher"],
    states: ["seen_0"],
  });
  await client.unloadPlugin("sample_one");
  assert.ok(!(await client.plugins()).some(({ name }) => name === "sample_one"));
});

test("errors of adapters have their kind and their facts", async (t) => {
  const client = await clientWithPlugin(t);
  const refused = await failure(client.loadPlugin("x.toml"), RemoteError);
  assert.deepEqual([refused.kind, refused.data.reason], ["permission_denied", "server_did_not_grant_plugin_load"]);
  const unknown = await failure(client.startAdapter("nope"), InvalidArgumentError);
  assert.equal(unknown.field, "plugin");
  const adapter = await client.startAdapter("sample_one");
  const late = await failure(adapter.wait("wait_never_matcher", {}, { timeoutMs: 0 }), WaitTimeoutError);
  assert.equal(typeof late.elapsedMs, "number");
  assert.match((await failure(adapter.send("shout"), InvalidArgumentError)).message, /no intent "shout"; it has say/);
});

test("misspelt options are refused before anything is sent", async (t) => {
  const { client, sent } = recordedClient(t);
  const adapter = await client.startAdapter("shell", { program: "cat", args: [] });
  const before = sent.length;
  const wrong: [() => Promise<unknown>, RegExp][] = [
    [() => client.startAdapter("shell", { rowz: 3 } as never), /no option "rowz"/],
    [() => adapter.wait({ waitIntent: "x" } as never), /intent must be a string/],
    [() => adapter.wait(undefined, {}, "wait_turn_matcher" as never), /must be an object/],
    [() => adapter.wait(undefined, {}, { waitIntent: "x" } as never), /no option "waitIntent"/],
    [() => adapter.turn("say", {}, { intent: "x" } as never), /no option "intent"/],
    [() => adapter.turn("say", {}, { wait_params: {} } as never), /no option "wait_params"/],
    [() => adapter.send("say", {}, { timeoutMs: 1 } as never), /no option "timeoutMs"/],
    [() => adapter.state({ cells: false } as never), /no option "cells"/],
    [() => adapter.snapshot({ cell: false } as never), /no option "cell"/],
  ];
  for (const [call, message] of wrong) assert.match((await failure(call(), InvalidArgumentError)).message, message);
  assert.equal(sent.length, before);
});

test("a server of one's own and options for the one of this package exclude each other", async (t) => {
  const options = { command: [process.execPath], plugins: ["x.toml"] };
  assert.equal((await failure(startClient(t, options), InvalidArgumentError)).field, "plugins");
});

test("a plugin that stops the server's start is told of with the first request", async (t) => {
  const client = await startClient(t, { plugins: ["/no/such/manifest.toml"] });
  await assert.rejects(
    client.plugins(),
    /Its last words: ptywright: \/no\/such\/manifest\.toml: cannot be read: no such file/,
  );
});

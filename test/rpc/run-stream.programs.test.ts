import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { RpcServer } from "ptywright/rpc";
import { connect, serverState, type RpcPeer } from "../support/rpc-peer.js";
import { missing } from "../support/tmux.js";

const withBash = { skip: missing("bash") };
const SECRET = `ghp_${"a1B2".repeat(9)}`;

async function bash(t: TestContext, env: Record<string, string> = {}) {
  const state = serverState(t);
  const peer = connect(t, state);
  const target = { program: "bash", args: ["--norc", "-i"], env: { PS1: "$ ", ...env }, shell_integration: true };
  const { session } = await peer.request("session.create", { ...target, name: "shell" });
  return { state, peer, session };
}

/** All that was told of runs. */
const told = (peer: RpcPeer) =>
  peer.notifications.flatMap(({ method, params }) => (method === "session.run_output" ? [params] : []));

test(
  "W4: who runs a command is told its output as it comes, before the answer; others are not",
  withBash,
  async (t) => {
    const { state, peer, session } = await bash(t);
    const other = connect(t, state);
    await other.request("server.set_notifications", { enabled: true });
    await peer.request("session.run", { session, command: "echo quiet" });
    assert.deepEqual(told(peer), []);
    const command = "echo one; read line; echo two";
    const running = peer.request("session.run", { session: "shell", command, stream: true, wait_id: "mine" });
    const first = await peer.next("session.run_output", ({ output }) => output.includes("one"));
    assert.deepEqual([first.session, first.name, first.wait_id], [session, "shell", "mine"]);
    await peer.request("session.input", { session, action: { type: "text", value: "go\r" } });
    const { output } = await running;
    const all = told(peer).map((params) => params.output);
    assert.equal(all.join(""), output);
    assert.deepEqual(told(other), []);
  },
);

test("W4: a long output is told in pieces of a bounded size, all of it", withBash, async (t) => {
  const { peer, session } = await bash(t);
  const { truncated } = await peer.request("session.run", {
    session,
    command: "seq 1 300000",
    stream: true,
    timeout_ms: 60_000,
  });
  const pieces = told(peer).map(({ output }) => output);
  assert.equal(truncated, true);
  assert.ok(pieces.every(({ length }) => length <= 16_384 + 4_096));
  assert.equal(pieces.join(""), Array.from({ length: 300_000 }, (_, at) => `${at + 1}\n`).join(""));
});

test("S1: a secret that a command prints in pieces is told to nobody", withBash, async (t) => {
  const { peer, session } = await bash(t, { HALF: SECRET.slice(0, 15), REST: SECRET.slice(15) });
  const command = "printf %s $HALF; sleep 0.3; printf '%s and order-4711\\n' $REST";
  const redaction = { extra_literals: ["order-4711"] };
  const { output } = await peer.request("session.run", { session, command, stream: true, redaction });
  const all = told(peer).map((params) => params.output);
  assert.equal(all.join(""), "[REDACTED] and [REDACTED]\n");
  assert.equal(output, all.join(""));
});

test(
  "a stream is refused where it cannot be had: with patterns, and where messages are fetched",
  withBash,
  async (t) => {
    const { state, peer, session } = await bash(t);
    const run = { session, command: "echo one", stream: true };
    const redaction = { extra_regexes: ["order-[0-9]+"] };
    const { data } = await peer.refusal("invalid_params", "session.run", { ...run, redaction });
    assert.equal(data?.field, "stream");
    await using server = new RpcServer({ state });
    const [answer] = await server.handleLineMessages(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "session.run", params: run }),
    );
    assert.match(answer, /-32602.*stream must be left out/);
    assert.equal((await peer.request("session.run", { session, command: "echo on" })).output, "on\n");
  },
);

test("a run that times out tells what was printed until then, and nothing after its answer", withBash, async (t) => {
  const { peer, session } = await bash(t);
  const command = "trap 'echo late' INT; printf half; sleep 60";
  await peer.refusal("matcher_timeout", "session.run", { session, command, stream: true, timeout_ms: 500 });
  const all = told(peer).map((params) => params.output);
  assert.equal(all.join(""), "half");
  await peer.request("session.run", { session, command: "echo next" });
  assert.equal(told(peer).length, all.length);
});

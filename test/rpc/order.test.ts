import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate as immediate } from "node:timers/promises";
import { test } from "node:test";
import { method } from "#internal/protocol/index.js";
import { json, object, optional, text } from "#internal/protocol/schema/schema.js";
import type { RpcServerState } from "ptywright/rpc";
import { serveNdjson } from "ptywright/rpc";
import { Interleavings } from "../support/interleavings.js";
import { Random, SEED } from "../support/random.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect, serverState } from "../support/rpc-peer.js";

const call = (id: number, method: string, params: unknown = {}): object => ({ jsonrpc: "2.0", id, method, params });
const idsOf = (peer: RpcPeer): unknown[] => peer.received.map((text) => (JSON.parse(text) as { id?: unknown }).id);

/** A method that is answered when it is told to. */
function gate(
  state: RpcServerState,
  name: string,
  keeps: "until_done" | "until_begun",
): { begun: number; open(): void } {
  const waiting: (() => void)[] = [];
  const gate = { begun: 0, open: () => waiting.splice(0).forEach((go) => go()) };
  const params = object({ note: optional(text(), "A note.") });
  state.methods.add(
    name,
    method({ summary: "Waits.", params, result: json(), errors: [], lane: "common", keeps, example: {} }),
    () => {
      gate.begun++;
      return new Promise((resolve) => waiting.push(() => resolve(null)));
    },
  );
  return gate;
}

test("R10: a wait never holds up its connection", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("cat");
  const waiting = peer.shows(session, "hello");
  assert.deepEqual((await peer.request("session.list", {})).sessions, [session]);
  assert.equal(peer.unanswered, 1);
  await peer.request("session.input", { session, action: { type: "text", value: "hello" } });
  await waiting;
});

test("R9: what is asked on the next line finds what the line before has done", async (t) => {
  const peer = connect(t);
  const [created, listed, closed, after] = await Promise.all([
    peer.shell("cat"),
    peer.request("session.list", {}),
    peer.request("session.close", { session: "s1" }),
    peer.request("session.list", {}),
  ]);
  assert.equal(created, "s1");
  assert.deepEqual(listed.sessions, ["s1"]);
  assert.equal(closed.closed, true);
  assert.deepEqual(after.sessions, []);
});

test("R9: what names one session is answered in the order it was asked, and so is what names none", async (t) => {
  const peer = connect(t);
  const random = new Random(SEED);
  const sessions = [await peer.shell("cat"), await peer.shell("cat")];
  peer.received.length = 0;
  const asked = new Map<string, number[]>();
  for (let id = 1_000; id < 1_300; id++) {
    const session = random.pick(sessions);
    const [name, params, lane = "none"] = random.pick([
      ["session.list", {}],
      ["session.snapshot", { session, cells: false }, session],
      ["session.resize", { session, rows: 1 + random.below(30), cols: 80 }, session],
      ["session.create", { program: "/nonexistent" }],
      ["server.capabilities", {}],
      ["no.such.method", {}],
    ] as const);
    asked.set(lane, [...(asked.get(lane) ?? []), id]);
    peer.send(call(id, name, params));
  }
  await peer.caughtUp();
  while (idsOf(peer).length < 301) await immediate();
  for (const ids of asked.values())
    assert.deepEqual(
      idsOf(peer).filter((id) => ids.includes(Number(id))),
      ids,
    );
});

test("in order means that a wait is answered before the next request begins", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state, { inOrder: true });
  const other = connect(t, state);
  const session = await peer.shell("cat");
  const waiting = peer.shows(session, "hello");
  const closing = peer.request("session.close", { session });
  assert.deepEqual((await other.request("session.list", {})).sessions, [session]);
  await other.request("session.input", { session, action: { type: "text", value: "hello" } });
  assert.equal((await waiting).matched, true);
  await closing;
});

test("the requests of a batch run one after the other, waits included", async (t) => {
  const peer = connect(t);
  await peer.caughtUp();
  peer.received.length = 0;
  peer.send([
    call(1, "session.create", { program: "/bin/sh", args: ["-c", "printf ready; cat"] }),
    call(2, "session.wait", { session: "s1", matcher: { type: "contains_text", value: "ready" } }),
    call(3, "session.input", { session: "s1", action: { type: "text", value: "typed\r" } }),
    call(4, "session.wait", { session: "s1", matcher: { type: "contains_text", value: "typed" } }),
    call(5, "session.close", { session: "s1" }),
    call(6, "session.list"),
  ]);
  await peer.caughtUp();
  const answers = JSON.parse(peer.received[0]) as { id: number; error?: unknown }[];
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error]),
    [1, 2, 3, 4, 5, 6].map((id) => [id, undefined]),
  );
});

test("R10: a wait of one connection is answered by the input of another", async (t) => {
  const state = serverState(t);
  const [one, two] = [connect(t, state), connect(t, state)];
  const session = await one.shell("cat");
  const waiting = one.shows(session, "from two");
  await two.request("session.input", { session, action: { type: "text", value: "from two" } });
  assert.equal((await waiting).snapshot.plain_text, "from two");
});

test("R10: 200 waits on one session are each answered once, those that are cancelled too", async (t) => {
  const state = serverState(t);
  const peers = [connect(t, state), connect(t, state)];
  const session = await peers[0].shell("cat");
  const random = new Random(SEED);
  const waits = Array.from({ length: 200 }, (_, index) =>
    peers[index % 2]
      .request("session.wait", { session, matcher: { type: "contains_text", value: "go" }, wait_id: `w${index}` })
      .then(
        () => "matched",
        (error: { code: number }) => error.code,
      ),
  );
  const cancelled = Array.from({ length: 60 }, () => random.below(200));
  const typed = peers[0].request("session.input", { session, action: { type: "text", value: "go" } });
  const told = await Promise.all(
    cancelled.map((index) => peers[1].request("session.cancel_wait", { wait_id: `w${index}` })),
  );
  await typed;
  const outcomes = await Promise.all(waits);
  for (const [index, outcome] of outcomes.entries()) {
    const wasCancelled = told.some((answer, at) => cancelled[at] === index && answer.cancelled);
    assert.equal(outcome, wasCancelled ? -32005 : "matched");
  }
  for (const peer of peers) {
    const ids = idsOf(peer);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(peer.unanswered, 0);
  }
});

test("O5: 1,024 waits and inputs of one connection may be unanswered; one more is -32600, and other requests go on", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state);
  const other = connect(t, state);
  const waiting = gate(state, "gate", "until_begun");
  const answers = Array.from({ length: 1_024 }, () => peer.request("gate"));
  assert.match((await peer.refusal("invalid_request", "gate")).message, /1024/);
  peer.send({ jsonrpc: "2.0", method: "gate" });
  await peer.caughtUp();
  const elsewhere = other.request("gate");
  assert.equal(waiting.begun, 1_025);
  waiting.open();
  await Promise.all([...answers, elsewhere]);
  const again = peer.request("gate");
  await peer.caughtUp();
  waiting.open();
  await again;
});

test("O5: requests that cannot begin yet are not read without end", async (t) => {
  const state = serverState(t);
  const slow = gate(state, "slow", "until_done");
  const input = new PassThrough({ highWaterMark: 1_024 });
  const output = new PassThrough();
  output.resume();
  const serving = serveNdjson(input, output, { state });
  const line = `${JSON.stringify(call(1, "slow", { note: "x".repeat(900) }))}\n`;
  let written = 0;
  while (written < 5_000 && input.write(line)) {
    written++;
    await immediate();
  }
  assert.ok(written > 256 && written < 2_000, `${written} were read`);
  assert.equal(slow.begun, 1);
  const served = once(input, "end");
  input.end();
  while (slow.begun <= written) {
    slow.open();
    await immediate();
  }
  slow.open();
  await served;
  assert.equal(await serving, "input_ended");
});

test("a queue that never runs empty keeps nothing of what is done", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state);
  const slow = gate(state, "slow", "until_done");
  const note = (): string => Buffer.alloc(100_000, "x").toString("latin1");
  peer.send(call(1, "slow", { note: note() }));
  for (let index = 0; index < 3_000; index++) {
    peer.send(call(index, "slow", { note: note() }));
    const { begun } = slow;
    while (slow.begun === begun) {
      slow.open();
      await immediate();
    }
  }
  slow.open();
  // Kept, they would be 300 MB.
  assert.ok(process.memoryUsage().heapUsed < 200_000_000, `${process.memoryUsage().heapUsed} bytes`);
});

test("R9: in random interleavings an answer comes before what its request causes is told, and nothing is lost", async (t) => {
  const interleavings = new Interleavings(serverState(t), new Random(SEED));
  for (let round = 0; round < 1_000; round++) await interleavings.round();
  await interleavings.end();
  assert.ok(interleavings.told > 1_000, `${interleavings.told} notifications`);
});

test("R9: a resize or a kill is answered before it is told, also one that is asked for as an input", async (t) => {
  const peer = connect(t);
  await peer.request("server.set_notifications", { enabled: true });
  for (let round = 0; round < 10; round++) {
    const session = await peer.shell("cat");
    const from = peer.received.length;
    await peer.request("session.input", { session, action: { type: "resize", value: { rows: 9, cols: 9 } } });
    const { sequence } = await peer.next("session.changed", (params) => params.session === session);
    await peer.request("session.resize", { session, rows: 8, cols: 8 });
    await peer.next("session.changed", (params) => params.session === session && params.sequence > sequence);
    await peer.request("session.input", { session, action: { type: "kill" } });
    await peer.next("session.exited", (params) => params.session === session);
    const kinds = peer.received.slice(from).map((text) => (/"method":"([^"]+)"/.exec(text) ?? [0, "answer"])[1]);
    assert.deepEqual(
      kinds.filter((kind) => kind !== "session.output"),
      ["answer", "session.changed", "answer", "session.changed", "answer", "session.exited"],
    );
  }
});

test("a matcher of many thousand parts is refused on a busy connection, and everybody is served on", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("cat");
  const waiting = peer.request("session.wait", { session, matcher: { type: "process_exited" } });
  const matcher = { type: "any", value: new Array(60_000).fill(0) };
  await peer.refusal("invalid_params", "session.wait", { session, matcher });
  await peer.request("session.kill", { session });
  await waiting;
});

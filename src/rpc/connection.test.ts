import assert from "node:assert/strict";
import { test } from "node:test";
import { json, method, object, required, text } from "../protocol/index.js";
import { addBlockingMethod } from "./blocking-method.test.support.js";
import { RpcConnection } from "./connection.js";
import { RpcServerState } from "./server-state.js";

test("O5: what waits for its turn is limited by number and by size", async () => {
  const state = new RpcServerState();
  const go = addBlockingMethod(state);
  const sink = { send: () => undefined, whenDrained: () => undefined, whenReady: () => undefined };
  const block = '{"jsonrpc":"2.0","id":1,"method":"test.block"}';
  for (const [message, count] of [
    ["{}", 257],
    [" ".repeat(9_000_000), 2],
  ] as const) {
    const connection = new RpcConnection(state, sink);
    connection.receive(block);
    for (let received = 1; received < count; received++) connection.receive(message);
    assert.equal(connection.isFull, false);
    connection.receive(message);
    assert.equal(connection.isFull, true);
    go();
    await connection.idle();
    assert.equal(connection.isFull, false);
  }
});

test("a handler whose answer cannot be written does not stop the connection", async () => {
  const state = new RpcServerState();
  const spec = method({
    summary: "",
    params: object({}),
    result: json(),
    errors: [],
    lane: "common",
    keeps: "until_done",
    example: {},
  });
  state.methods.add("test.circle", spec, async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    return circle;
  });
  const connection = new RpcConnection(state, {
    send: () => undefined,
    whenDrained: () => undefined,
    whenReady: () => undefined,
  });
  assert.match((await connection.handle('{"jsonrpc":"2.0","id":1,"method":"test.circle"}')) ?? "", /-32603/);
  assert.match((await connection.handle('{"jsonrpc":"2.0","id":2,"method":"session.list"}')) ?? "", /"sessions":\[\]/);
});

const spec = { summary: "", result: object({}), errors: [] };
const sink = { send: () => undefined, whenDrained: () => undefined, whenReady: () => undefined };

/** A method whose calls are told of when they begin, and end when they are told to. */
function stepping(state: RpcServerState) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const params = object({ session: required(text(), "Which.") });
  const example = { session: "a" };
  const end = (name: string): void => ends.get(name)?.();
  for (const keeps of ["until_done", "until_begun"] as const)
    state.methods.add(
      `test.${keeps}`,
      method({ ...spec, params, example, lane: "session", keeps }),
      ({ session }: { session: string }) => {
        begun.push(`${session} ${keeps}`);
        return new Promise<object>((resolve) => ends.set(session, () => resolve({})));
      },
    );
  const call = (session: string, keeps = "until_done"): string =>
    JSON.stringify({ jsonrpc: "2.0", id: session, method: `test.${keeps}`, params: { session } });
  return { begun, call, end };
}

test("calls that name one session begin one after the other, and those of another do not wait for them", async () => {
  const state = new RpcServerState();
  const { begun, call, end } = stepping(state);
  const connection = new RpcConnection(state, sink);
  const first = connection.handle(call("a"));
  const second = connection.handle(call("a", "until_begun"));
  const other = connection.handle(call("b"));
  while (begun.length < 2) await new Promise(setImmediate);
  assert.deepEqual(begun, ["a until_done", "b until_done"]);
  end("b");
  assert.match((await other) ?? "", /"id":"b"/);
  assert.deepEqual(begun, ["a until_done", "b until_done"]);
  end("a");
  await first;
  await connection.whenCaughtUp();
  assert.deepEqual(begun, ["a until_done", "b until_done", "a until_begun"]);
  end("a");
  await second;
});

test("in order, calls of different sessions wait for each other too", async () => {
  const state = new RpcServerState();
  const { begun, call, end } = stepping(state);
  const connection = new RpcConnection(state, sink, { inOrder: true });
  const answers = [call("a", "until_begun"), call("b")].map((text) => connection.handle(text));
  assert.deepEqual(begun, ["a until_begun"]);
  end("a");
  await answers[0];
  while (begun.length < 2) await new Promise(setImmediate);
  assert.deepEqual(begun, ["a until_begun", "b until_done"]);
  end("b");
  await answers[1];
});

test("a batch keeps the lanes of all its requests, and no others", async () => {
  const state = new RpcServerState();
  const { begun, call, end } = stepping(state);
  const connection = new RpcConnection(state, sink);
  const batch = connection.handle(`[${call("a", "until_begun")},${call("b")}]`);
  const answers = [call("b", "until_begun"), call("c")].map((text) => connection.handle(text));
  while (begun.length < 2) await new Promise(setImmediate);
  assert.deepEqual(begun, ["a until_begun", "c until_done"]);
  end("a");
  while (begun.length < 3) await new Promise(setImmediate);
  assert.deepEqual(begun, ["a until_begun", "c until_done", "b until_done"]);
  end("b");
  await batch;
  while (begun.length < 4) await new Promise(setImmediate);
  assert.deepEqual(begun, ["a until_begun", "c until_done", "b until_done", "b until_begun"]);
  end("b");
  end("c");
  await Promise.all(answers);
});

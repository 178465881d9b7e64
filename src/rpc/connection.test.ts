import assert from "node:assert/strict";
import { test } from "node:test";
import { method, object } from "../protocol/index.js";
import { addBlockingMethod } from "./blocking-method.test.support.js";
import { Connection } from "./connection.js";
import { RpcServerState } from "./server-state.js";

test("O5: what waits for its turn is limited by number and by size", async () => {
  const state = new RpcServerState();
  const go = addBlockingMethod(state);
  const outlet = { send: () => undefined, whenDrained: () => undefined, whenReady: () => undefined };
  const block = '{"jsonrpc":"2.0","id":1,"method":"test.block"}';
  for (const [message, count] of [
    ["{}", 257],
    [" ".repeat(9_000_000), 2],
  ] as const) {
    const connection = new Connection(state, outlet);
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
    result: object({}),
    errors: [],
    order: "in_turn",
    example: {},
  });
  state.methods.add("test.circle", spec, async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    return circle;
  });
  const connection = new Connection(state, {
    send: () => undefined,
    whenDrained: () => undefined,
    whenReady: () => undefined,
  });
  assert.match((await connection.handle('{"jsonrpc":"2.0","id":1,"method":"test.circle"}')) ?? "", /-32603/);
  assert.match((await connection.handle('{"jsonrpc":"2.0","id":2,"method":"session.list"}')) ?? "", /"sessions":\[\]/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { method, json, object } from "../protocol/index.js";
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
    result: json(),
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

test("what may run together is begun in one go, and what comes behind it waits for all", async () => {
  const state = new RpcServerState();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const spec = { summary: "", params: object({}), result: object({}), errors: [], example: {} };
  for (const name of ["first", "second"])
    state.methods.add(`test.${name}`, method({ ...spec, order: "together" }), () => {
      begun.push(name);
      return new Promise<object>((resolve) => ends.set(name, () => resolve({})));
    });
  state.methods.add("test.last", method({ ...spec, order: "in_turn" }), () => begun.push("last") && {});
  const outlet = { send: () => undefined, whenDrained: () => undefined, whenReady: () => undefined };
  const request = (name: string): string => `{"jsonrpc":"2.0","id":"${name}","method":"test.${name}"}`;

  const connection = new Connection(state, outlet);
  const [first, second, last] = ["first", "second", "last"].map((name) => connection.handle(request(name)));
  assert.deepEqual(begun, ["first", "second"]);
  ends.get("second")?.();
  assert.match((await second) ?? "", /"id":"second"/);
  assert.deepEqual(begun, ["first", "second"]);
  ends.get("first")?.();
  await Promise.all([first, last, connection.whenCaughtUp()]);
  assert.deepEqual(begun, ["first", "second", "last"]);

  begun.length = 0;
  const inOrder = new Connection(state, outlet, { inOrder: true });
  const answers = ["first", "second"].map((name) => inOrder.handle(request(name)));
  assert.deepEqual(begun, ["first"]);
  ends.get("first")?.();
  await answers[0];
  await new Promise(setImmediate);
  assert.deepEqual(begun, ["first", "second"]);
  ends.get("second")?.();
  await answers[1];
});

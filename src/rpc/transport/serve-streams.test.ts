import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { mock, test } from "node:test";
import { addBlockingMethod } from "../blocking-method.test.support.js";
import { serveClient, serveNdjson } from "./serve-streams.js";
import { RpcServerState } from "../server-state.js";

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"session.list"}\n';
const SOCKET = { isPatient: false, endsOutput: true, partialFrameMs: 30_000 };

test("R5: the rest of a message must come in time, however often a byte of it comes", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const end = serveClient("ndjson", { input, output }, {}, SOCKET);
    const send = async (text: string): Promise<void> => {
      input.write(text);
      await new Promise(setImmediate);
    };
    await send('{"json');
    mock.timers.tick(20_000);
    await send("rpc");
    mock.timers.tick(9_999);
    assert.equal(output.read(), null);
    mock.timers.tick(1);
    assert.equal(await end, "broken_frame");
    assert.match(String(output.read()), /"code":-32600,.*30 s/);
  } finally {
    mock.timers.reset();
  }
});

test("R5: a client that says nothing, or whole messages, is not hurried", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const end = serveClient("ndjson", { input, output }, {}, SOCKET);
    for (let round = 0; round < 3; round++) {
      mock.timers.tick(60_000);
      input.write(REQUEST);
      await once(output, "data");
    }
    input.end();
    assert.equal(await end, "input_ended");
  } finally {
    mock.timers.reset();
  }
});

test("the output of a pipe is left to its owner", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const end = serveNdjson(input, output, { state: new RpcServerState() });
  input.end(REQUEST);
  assert.equal(await end, "input_ended");
  assert.equal(output.writable, true);
  assert.match(String(output.read()), /"result":\{"sessions":\[\]\}/);
});

test("an output that fails ends the conversation", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const end = serveNdjson(input, output);
  output.destroy(new Error("gone"));
  assert.equal(await end, "client_gone");
});

test("a message that we ourselves hold up is not called late, and its rest has its time again", async () => {
  const state = new RpcServerState();
  const go = addBlockingMethod(state);
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.resume();
    const end = serveClient("ndjson", { input, output }, { state }, SOCKET);
    input.write(`${REQUEST.replace("session.list", "test.block")}${REQUEST.repeat(300)}${REQUEST.slice(0, 20)}`);
    await new Promise(setImmediate);
    mock.timers.tick(60_000);
    go();
    await new Promise(setImmediate);
    input.end(REQUEST.slice(20));
    assert.equal(await end, "input_ended");
  } finally {
    mock.timers.reset();
  }
});

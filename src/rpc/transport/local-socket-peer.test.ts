import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createConnection, Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { isPeerGone, listenLocal } from "./index.js";
import { folder, posix } from "./local-socket.test.support.js";

/** Both ends of a connection; ours reads, so that it sees the end-of-file. */
async function connection(t: TestContext): Promise<{ ours: Socket; client: Socket }> {
  const path = join(folder(t), "socket");
  const connections = new EventEmitter<{ connection: [Socket] }>();
  const server = await listenLocal(path, (socket) => connections.emit("connection", socket));
  t.after(() => server.close());
  const client = createConnection({ path, allowHalfOpen: true });
  const [ours] = (await once(connections, "connection")) as [Socket];
  t.after(() => {
    ours.destroy();
    client.destroy();
  });
  ours.resume();
  return { ours, client };
}

test("a client that only sends no more still reads, and gets its answer", posix, async (t) => {
  const { ours, client } = await connection(t);
  assert.equal(isPeerGone(ours), false, "before any end-of-file");
  client.end("request");
  await once(ours, "end");
  assert.equal(isPeerGone(ours), false);
  ours.end("answer");
  assert.equal(await text(client), "answer");
});

test("a half-closed client whose pipe is full is not gone", posix, async (t) => {
  const { ours, client } = await connection(t);
  client.end();
  await once(ours, "end");
  while (ours.writableLength === 0) ours.write(Buffer.alloc(65_536));
  assert.equal(isPeerGone(ours), false);
});

test("a client that closed its socket is gone", posix, async (t) => {
  const { ours, client } = await connection(t);
  client.destroy();
  await once(ours, "end");
  assert.equal(isPeerGone(ours), true);
});

test("a client that goes after its end-of-file is gone too", posix, async (t) => {
  const { ours, client } = await connection(t);
  client.end();
  await once(ours, "end");
  assert.equal(isPeerGone(ours), false);
  client.destroy();
  await once(client, "close");
  assert.equal(isPeerGone(ours), true);
});

test("a socket without a descriptor has no peer", () => {
  assert.equal(isPeerGone(new Socket()), true);
});

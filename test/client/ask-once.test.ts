import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { ConnectError, askOnce } from "#internal/client/link/index.js";
import { tempDir } from "../support/temp-dir.js";

const QUESTIONS = [
  { method: "one", params: {} },
  { method: "two", params: { of: "them" } },
];

/** A server that says this to whoever asks something. */
async function serverSaying(t: TestContext, say: (client: Socket) => void): Promise<string> {
  const socket = join(tempDir(t), "s.sock");
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on("error", () => undefined).once("data", () => say(client));
  });
  t.after(() => {
    clients.forEach((client) => client.destroy());
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return socket;
}

test("questions are asked in one go, and answered whatever the order of the answers", async (t) => {
  const socket = await serverSaying(t, (client) => {
    client.write('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}\n');
    client.write('{"jsonrpc":"2.0","method":"news","params":{}}\n{"jsonrpc":"2.0","id":0,"result":[1]}\n');
  });
  const [first, second] = await askOnce({ socket }, QUESTIONS);
  assert.deepEqual(first, { result: [1] });
  assert.equal(second.error?.message, "no");
});

for (const [what, say] of [
  ["says nothing", () => undefined],
  ["closes the connection", (client) => client.destroy()],
  ["speaks another language", (client) => client.write("HTTP/1.1 400 Bad Request\n")],
  ["sends what is no object", (client) => client.write("null\n")],
] as readonly (readonly [string, (client: Socket) => void])[])
  test(`a server that ${what} is waited for no longer than asked for`, async (t) => {
    const socket = await serverSaying(t, say);
    const asking = askOnce({ socket, signal: AbortSignal.timeout(300) }, QUESTIONS);
    await assert.rejects(asking, (error) => error instanceof ConnectError && /did not answer/.test(error.message));
  });

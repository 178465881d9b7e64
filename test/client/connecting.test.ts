import { connectClient, recordedClient, socketServer, startClient } from "../support/client.js";
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { Client, ConnectError, ConnectionLostError, InvalidArgumentError, WaitCancelledError } from "ptywright/client";
import { failure } from "../support/failure.js";
import { TEST_HOME } from "../support/home.js";
import { BIN, ServeProcess } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

const capable = async (client: Client): Promise<void> =>
  assert.equal((await client.request("server.capabilities", {})).name, "ptywright");

for (const framing of [undefined, "ndjson", "lsp"] as const)
  test(`start speaks ${framing ?? "the default framing"} with the server of this package`, async (t) =>
    capable(await startClient(t, { framing })));

test("start takes another command, with its directory and environment", async (t) => {
  const cwd = tempDir(t);
  const command = ["/bin/sh", "-c", 'exec "$NODE" "$BIN" serve --stdio --framing lsp'];
  const env = { PATH: process.env.PATH, PTYWRIGHT_HOME: TEST_HOME, NODE: process.execPath, BIN };
  const client = await startClient(t, { command, cwd, env, framing: "lsp" });
  const session = await client.spawn({ program: "/bin/sh", args: ["-c", "pwd; echo $BIN; echo end"] });
  const text = (await session.waitFor({ type: "contains_text", text: "end" })).transcriptTail;
  assert.ok(text.includes(cwd) && text.includes(BIN), text);
});

test("what cannot be started is a ConnectError that says what to give", async (t) => {
  const missing = await failure(Client.start({ command: ["no-such-ptywright", "serve"] }), ConnectError);
  assert.equal(missing.code, "connect_failed");
  assert.equal(missing.path, "no-such-ptywright");
  assert.match(missing.message, /^cannot start no-such-ptywright: .*ENOENT; give the server to start as command$/);
  const cwd = join(tempDir(t), "nowhere");
  const nowhere = await failure(Client.start({ cwd }), ConnectError);
  assert.ok(nowhere.message.includes(`there is no directory ${cwd}`), nowhere.message);
  assert.equal((await failure(Client.start({ command: [] }), InvalidArgumentError)).field, "command");
});

test("a server that ends at once is quoted in the error of the first request", async (t) => {
  const client = await startClient(t, { command: ["/bin/sh", "-c", "echo my config is broken >&2; exit 3"] });
  const lost = await failure(client.request("session.list", {}), ConnectionLostError);
  assert.match(lost.message, /^session\.list was not answered: the server exited with code 3\. /);
  assert.match(lost.message, /Client\.start\(\) again\. Its last words: my config is broken$/);
  const later = await failure(client.request("session.list", {}), ConnectionLostError);
  assert.match(later.message, /exited with code 3.*my config is broken$/s);
});

test("connect finds the per-user socket by PTYWRIGHT_HOME", async (t) => {
  const home = join(tempDir(t), "home");
  const before = process.env.PTYWRIGHT_HOME;
  process.env.PTYWRIGHT_HOME = home;
  t.after(() => (process.env.PTYWRIGHT_HOME = before));
  const none = await failure(Client.connect(), ConnectError);
  assert.equal(none.path, join(home, "socket"));
  assert.match(none.message, /no server listens there; start one with: ptywright serve$/);
  const server = new ServeProcess(t, [], { PTYWRIGHT_HOME: home });
  await server.listening();
  const client = await Client.connect();
  await capable(client);
  await client.close();
});

test("connect takes a socket and a framing", async (t) => {
  const { socket } = await socketServer(t, "--framing", "lsp");
  const client = await Client.connect({ socket, framing: "lsp" });
  await capable(client);
  await client.close();
});

test("sessions go on without their client, and another goes on with them", async (t) => {
  const { socket } = await socketServer(t);
  const first = await connectClient(t, socket);
  const { id } = await first.spawn({ program: "cat" });
  await first.close();
  const session = (await connectClient(t, socket)).session(id);
  await session.writeText("still here\r");
  await session.waitFor({ type: "contains_text", text: "still here" });
});

test("a path without a server says what is there, and how to start one", async (t) => {
  const folder = tempDir(t);
  const [missing, stale, file] = ["missing", "stale", "file"].map((name) => join(folder, name));
  const server = createServer().listen(`${stale}-`);
  await once(server, "listening");
  renameSync(`${stale}-`, stale);
  server.close();
  await once(server, "close");
  writeFileSync(file, "");
  for (const [socket, words] of [
    [missing, `no server listens there; start one with: ptywright serve --socket ${missing}`],
    [stale, `its server is gone; start it again with: ptywright serve --socket ${stale}`],
    [file, "that is no socket; give the path that the server printed when it started"],
    [folder, "that is no socket; give the path that the server printed when it started"],
  ]) {
    const error = await failure(Client.connect({ socket }), ConnectError);
    assert.equal(error.path, socket);
    assert.equal(error.message, `cannot connect to ${socket}: ${words}`);
  }
  await failure(Client.connect({ socket: join(folder, "x".repeat(200)) }), ConnectError);
  assert.equal((await failure(Client.connect({ socket: "" }), InvalidArgumentError)).field, "socket");
});

test("another user's socket is said to be one", { skip: process.platform === "win32" }, async (t) => {
  const { socket } = await socketServer(t);
  chmodSync(socket, 0);
  const isRoot = process.getuid?.() === 0;
  // The system call is made before `connect` returns. Nobody may refuse root anything.
  if (isRoot) process.seteuid?.(65_534);
  const connecting = Client.connect({ socket });
  if (isRoot) process.seteuid?.(0);
  assert.match((await failure(connecting, ConnectError)).message, /it belongs to another user; connect as the user/);
});

test("a signal gives up connecting, and is forgotten once connected", async (t) => {
  const { socket } = await socketServer(t);
  const aborted = await failure(Client.connect({ socket, signal: AbortSignal.abort("why") }), WaitCancelledError);
  assert.equal(aborted.cause, "why");
  const during = new AbortController();
  const connecting = Client.connect({ socket, signal: during.signal });
  during.abort();
  await failure(connecting, WaitCancelledError);
  const after = new AbortController();
  const client = await Client.connect({ socket, signal: after.signal });
  t.after(() => client.close());
  after.abort();
  await capable(client);
});

test("over speaks to a server in this process", async (t) => {
  const { client, sent } = recordedClient(t);
  await capable(client);
  const session = await client.spawn({ program: "cat" });
  await session.writeText("hi\r");
  await session.waitFor({ type: "screen_regex", pattern: "hi\\s+hi" });
  assert.deepEqual(
    sent.map(({ id, method }) => [id, method]),
    [
      [1, "server.capabilities"],
      [2, "session.create"],
      [3, "session.input"],
      [4, "session.wait"],
    ],
  );
});

import { ScriptedServer, connectClient, socketServer, startClient } from "../support/client.js";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { Client, ConnectionLostError, InvalidArgumentError, Matcher } from "ptywright/client";
import { failure } from "../support/failure.js";
import { NEEDS_PROC, children, childrenSince } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";

const NEVER = Matcher.containsText("never");

test("every request in flight learns that the server on a socket was killed, and how to go on", async (t) => {
  const { server, socket } = await socketServer(t);
  const client = await connectClient(t, socket);
  const session = await client.spawn({ program: "cat" });
  const news = session.notifications();
  const waits = [1, 2, 3].map(() => failure(session.waitFor(NEVER), ConnectionLostError));
  await session.snapshot({ cells: false });
  server.child.kill("SIGKILL");
  for (const error of await Promise.all(waits)) {
    assert.equal(error.code, "connection_lost");
    assert.match(error.message, /^session\.wait was not answered: .*connect again with Client\.connect\(\{ socket: /s);
  }
  await failure(news.next(), ConnectionLostError);
  assert.match((await failure(session.snapshot(), ConnectionLostError)).message, /was lost.*Client\.connect\(/);
  assert.throws(() => client.notifications(), ConnectionLostError);
});

test("a server of our own that is killed is named with its signal", { skip: NEEDS_PROC }, async (t) => {
  const before = children();
  const client = await startClient(t);
  const session = await client.spawn({ program: "cat" });
  const waiting = failure(session.waitFor(NEVER), ConnectionLostError);
  await session.snapshot({ cells: false });
  const [pid] = childrenSince(before);
  process.kill(pid, "SIGKILL");
  const { message } = await waiting;
  assert.match(message, /^session\.wait was not answered: SIGKILL ended the server\. .*Client\.start\(\) again/);
});

test("after close every request is refused, and what was in flight is told", async (t) => {
  const { socket } = await socketServer(t);
  const client = await connectClient(t, socket);
  const session = await client.spawn({ program: "cat" });
  const waiting = failure(session.waitFor(NEVER), ConnectionLostError);
  await client.close();
  await client.close();
  assert.match((await waiting).message, /session\.wait was not answered: this client was closed/);
  const late = await failure(session.writeText("x"), ConnectionLostError);
  assert.equal(late.message, "this client was closed; make a new one");
  assert.throws(() => client.notifications(), ConnectionLostError);
});

for (const [what, framing, script] of [
  ["prints a banner", "ndjson", "echo Welcome to this host; exec cat >/dev/null"],
  ["prints JSON that is no message", "ndjson", "echo null; exec cat >/dev/null"],
  ["never stops printing", "ndjson", "exec yes"],
  ["speaks no frames", "lsp", "printf 'Welcome\\r\\n\\r\\n'; exec cat >/dev/null"],
] as const)
  test(`a server that ${what} is left at once`, { skip: NEEDS_PROC }, async (t) => {
    const before = children();
    const client = await startClient(t, { command: ["/bin/sh", "-c", script], framing });
    const { message } = await failure(client.request("session.list", {}), ConnectionLostError);
    assert.match(
      message,
      /^session\.list was not answered: the server sent (what is no message|no lsp frame; give the framing)/,
    );
    await client.close();
    assert.deepEqual(childrenSince(before), []);
  });

test("what a later protocol may send is passed over", async () => {
  const server = new ScriptedServer();
  const answer = server.client.request("session.list", {});
  server.tells("server.said", {});
  server.says({ jsonrpc: "2.0", method: "server.said" });
  server.says({ jsonrpc: "2.0", method: "client.ask", id: 1, params: { session: "s1" } });
  server.says({ jsonrpc: "2.0", id: 99, result: {} });
  server.says({ jsonrpc: "2.0", id: 1, result: { sessions: ["s1"] } });
  assert.deepEqual(await answer, { sessions: ["s1"] });
  await server.client.close();
});

test("what a server says before it hangs up is the reason", async (t) => {
  const path = join(tempDir(t), "s.sock");
  const words = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"too many clients"}}\n';
  const server = createServer((socket: Socket) => socket.end(words)).listen(path);
  t.after(() => server.close());
  await once(server, "listening");
  const client = await connectClient(t, path);
  const { message } = await failure(client.request("session.list", {}), ConnectionLostError);
  assert.match(message, /^session\.list was not answered: too many clients\. /);
});

test("close does not wait for ever for a server that does not read", async (t) => {
  const path = join(tempDir(t), "s.sock");
  const peers: Socket[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => peers.push(socket)).listen(path);
  t.after(() => {
    for (const peer of peers) peer.destroy();
    server.close();
  });
  await once(server, "listening");
  const client = await Client.connect({ socket: path });
  const typing = failure(client.session("s1").writeText("x".repeat(5_000_000)), ConnectionLostError);
  await client.close();
  assert.match((await typing).message, /this client was closed/);
});

test("a request that no server takes is refused before it costs the connection", async (t) => {
  const { socket } = await socketServer(t);
  const client = await connectClient(t, socket);
  const session = await client.spawn({ program: "cat" });
  const error = await failure(session.writeText("é".repeat(9_000_000)), InvalidArgumentError);
  assert.match(error.message, /session\.input are larger than the 16777216 bytes/);
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  await assert.rejects(client.request("session.list", circular), TypeError);
  assert.deepEqual(await client.request("session.list", {}), { sessions: [session.id] });
});

test("a channel that breaks is closed from our side too", async () => {
  const server = new ScriptedServer();
  const answer = failure(server.client.request("session.list", {}), ConnectionLostError);
  const reason = new Error("the line went dead");
  server.breaks(reason);
  const error = await answer;
  assert.equal(error.cause, reason);
  assert.match(error.message, /the line went dead\. Open a new channel/);
  assert.equal(server.closes, 1);
});

test("await using closes sessions and clients", { skip: NEEDS_PROC }, async () => {
  const before = children();
  let kept: Client | undefined;
  {
    await using client = await Client.start();
    kept = client;
    {
      await using session = await client.spawn({ program: "cat" });
      assert.deepEqual(await client.request("session.list", {}), { sessions: [session.id] });
    }
    assert.deepEqual(await client.request("session.list", {}), { sessions: [] });
  }
  await failure(kept.request("session.list", {}), ConnectionLostError);
  assert.deepEqual(childrenSince(before), []);
});

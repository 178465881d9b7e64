import { ScriptedServer, recordedClient, startClient } from "../support/client.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectionLostError, InvalidArgumentError, Matcher, type Notification } from "ptywright/client";
import { failure } from "../support/failure.js";
import type { RpcMessage } from "../support/serve-process.js";

const CAT = { program: "cat" };
const subscriptions = (sent: readonly RpcMessage[]): unknown[] =>
  sent.filter(({ method }) => method === "server.set_notifications").map(({ params }) => params);

/** All that a stream tells of a session until its program has ended. */
async function told(news: AsyncIterable<Notification>, session: string): Promise<{ kinds: string[]; output: string }> {
  const kinds: string[] = [];
  let output = "";
  for await (const { method, params } of news) {
    if (!("session" in params) || params.session !== session) continue;
    kinds.push(method);
    if (method === "session.output") output += params.output;
    if (method === "session.exited") break;
  }
  return { kinds, output };
}

test("iterating tells everything a program does, to its end", async (t) => {
  const client = await startClient(t);
  const news = client.notifications();
  const { id } = await client.spawn({ program: "/bin/sh", args: ["-c", "for i in 1 2 3; do echo line $i; done"] });
  const { kinds, output } = await told(news, id);
  assert.equal(output, "line 1\r\nline 2\r\nline 3\r\n");
  assert.deepEqual([kinds.at(0), kinds.at(-1)], ["session.changed", "session.exited"]);
  assert.deepEqual(await news.next(), { value: undefined, done: true });
});

test("iterators with different filters share one connection, and each gets all of its own", async (t) => {
  const { client, sent } = recordedClient(t);
  const [a, b] = [await client.spawn(CAT), await client.spawn(CAT)];
  const [onlyA, alsoA, onlyB, all] = [a.notifications(), a.notifications(), b.notifications(), client.notifications()];
  assert.deepEqual(subscriptions(sent), [
    { enabled: true, sessions: [a.id] },
    { enabled: true, sessions: [a.id] },
    { enabled: true, sessions: [a.id, b.id] },
    { enabled: true },
  ]);
  const everything = (async () => {
    const seen = new Map<string, string>();
    let exits = 0;
    for await (const { method, params } of all) {
      if (method === "session.output") seen.set(params.session, (seen.get(params.session) ?? "") + params.output);
      if (method === "session.exited" && ++exits === 2) break;
    }
    return seen;
  })();
  const parts = Promise.all([told(onlyA, a.id), told(alsoA, a.id), told(onlyB, b.id)]);
  await a.writeText("alpha\r");
  await b.writeText("beta\r");
  for (const session of [a, b]) await session.sendKey("ctrl_d");
  const [first, second, third] = await parts;
  assert.equal(first.output, "alpha\r\nalpha\r\n");
  assert.deepEqual(second.output, first.output);
  assert.equal(third.output, "beta\r\nbeta\r\n");
  assert.deepEqual(
    await everything,
    new Map([
      [a.id, first.output],
      [b.id, third.output],
    ]),
  );
});

test("leaving a loop, and a signal, unsubscribe; the last one turns notifications off", async (t) => {
  const { client, sent } = recordedClient(t);
  const session = await client.spawn(CAT);
  const controller = new AbortController();
  const aborted = client.notifications({ signal: controller.signal });
  const next = aborted.next();
  const news = session.notifications();
  await session.writeText("x\r");
  for await (const { params } of news) if ("session" in params && params.session === session.id) break;
  await next;
  await session.waitFor(Matcher.screenRegex("x\\s+x"));
  controller.abort();
  assert.deepEqual(await aborted.next(), { value: undefined, done: true });
  assert.deepEqual(subscriptions(sent), [{ enabled: true }, { enabled: true }, { enabled: true }, { enabled: false }]);
  const before = sent.length;
  const none = client.notifications({ signal: controller.signal });
  assert.deepEqual(await none.next(), { value: undefined, done: true });
  assert.equal(sent.length, before);
});

test("no sessions means none, though to the server it would mean all", async (t) => {
  const { client, sent } = recordedClient(t);
  client.notifications({ sessions: [] });
  assert.deepEqual(subscriptions(sent), [{ enabled: false }]);
});

test("whoever begins after the end of a program is told of it all the same", async (t) => {
  const client = await startClient(t);
  const session = await client.spawn({ program: "/bin/sh", args: ["-c", "exit 3"] });
  for (let round = 0; round < 3; round++) {
    for await (const { method, params } of session.notifications()) {
      if (method !== "session.exited") continue;
      assert.equal(params.exitCode, 3);
      break;
    }
  }
});

test("what a slow loop does not take is put together, and bounded", async () => {
  const server = new ScriptedServer();
  const news = server.client.notifications();
  for (let sequence = 1; sequence <= 500; sequence++) {
    server.tells("session.changed", { session: "s1", sequence });
    server.tells("session.output", { session: "s1", sequence, output: `${sequence} ` });
  }
  server.tells("session.exited", { session: "s1", sequence: 501, exitCode: 0 });
  const [changed, output, exited] = [await news.next(), await news.next(), await news.next()];
  assert.deepEqual(changed.value, { method: "session.changed", params: { session: "s1", sequence: 500 } });
  const text = Array.from({ length: 500 }, (_, at) => `${at + 1} `).join("");
  const whole = { session: "s1", sequence: 500, output: text };
  assert.deepEqual(output.value, { method: "session.output", params: whole });
  assert.equal((exited.value as Notification).method, "session.exited");
  for (let sequence = 1; sequence <= 40; sequence++)
    server.tells("session.output", { session: "s2", sequence, output: `${sequence};`.padEnd(100_000, "x") });
  const { params } = (await news.next()).value as Extract<Notification, { method: "session.output" }>;
  assert.equal(params.output.length, 1_048_576);
  assert.equal(params.dropped, true);
  assert.ok(params.output.endsWith("x") && params.output.includes("40;") && !params.output.includes("29;"));
  await server.client.close();
});

test("a connection that is lost lets a loop take what waits, and then fails it", async () => {
  const server = new ScriptedServer();
  const [one, two] = [server.client.notifications(), server.client.notifications({ sessions: ["s2"] })];
  const waiting = failure(two.next(), ConnectionLostError);
  server.tells("session.changed", { session: "s1", sequence: 1 });
  server.breaks(new Error("gone"));
  assert.equal((await one.next()).done, false);
  assert.match((await failure(one.next(), ConnectionLostError)).message, /gone/);
  assert.equal((await one.next()).done, true);
  await waiting;
});

test("closing the client ends a loop", async () => {
  const server = new ScriptedServer();
  const news = server.client.notifications();
  const waiting = news.next();
  await server.client.close();
  assert.equal((await waiting).done, true);
});

test("a server that refuses to tell is heard by the loop it concerns", async () => {
  const server = new ScriptedServer();
  const error = { code: -32602, message: "sessions is too long" };
  const [good, bad, late] = [1, 2, 3].map(() => server.client.notifications());
  server.says({ jsonrpc: "2.0", id: 1, result: { enabled: true } });
  const taken = failure(bad.next(), InvalidArgumentError);
  for (const id of [2, 3]) server.says({ jsonrpc: "2.0", id, error });
  assert.equal((await taken).message, "sessions is too long");
  await new Promise((resolve) => setImmediate(resolve));
  await failure(late.next(), InvalidArgumentError);
  assert.equal((await late.next()).done, true);
  server.tells("session.changed", { session: "s1", sequence: 1 });
  assert.equal((await good.next()).done, false);
  await server.client.close();
});

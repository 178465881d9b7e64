import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { RpcServer } from "ptywright/rpc";
import { NEEDS_PROC, childrenOf, commandOf } from "../support/processes.js";
import { ServeProcess, SocketPeer, line, type RpcMessage } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

const NEVER = { type: "contains_text", value: "never" };
const EXITED = { type: "process_exited" };

async function serverWith(t: TestContext, params: object) {
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path]);
  await server.listening();
  const peer = await SocketPeer.connect(t, path);
  return { path, server, peer, session: await peer.create({ program: "cat", ...params }) };
}

test("R7: a batch whose answers are too large is answered in part, and the server lives", async (t) => {
  const { path, peer, session } = await serverWith(t, { rows: 100, cols: 300 });
  const other = await SocketPeer.connect(t, path);
  const batch = Array.from({ length: 40 }, (_, id) => JSON.parse(line(id, "session.snapshot", { session })) as object);
  peer.socket.write(`${JSON.stringify(batch)}\n`);
  const answers = (await peer.next()) as unknown as RpcMessage[];
  assert.equal(answers.length, 40);
  const refused = answers.filter(({ error }) => error?.code === -32600);
  assert.ok(refused.length >= 30 && refused.length < 40, `${refused.length} were refused`);
  assert.deepEqual((await other.request("session.list")).result, { sessions: [session] });
});

test("a client that reads gets all it asked for in one go, however much it is", async (t) => {
  const { peer, session } = await serverWith(t, { rows: 60, cols: 200 });
  const count = 30;
  for (let id = 1; id <= count; id++) peer.socket.write(line(id, "session.snapshot", { session }));
  for (let id = 1; id <= count; id++) assert.equal((await peer.next())?.id, id);
});

/** The input that ends them is one more that may be in flight. */
const MANY = 1_023;
const manyWaits = (session: string): string =>
  Array.from({ length: MANY }, (_, id) => line(id, "session.wait", { session, matcher: EXITED })).join("");
const PRINTS_MUCH = { program: "/bin/sh", args: ["-c", "printf '%020000d' 0; read x"] };

test("as many waits as there may be, with large answers that end at once, are all answered, on a socket", async (t) => {
  const { peer, session } = await serverWith(t, PRINTS_MUCH);
  peer.socket.write(manyWaits(session));
  peer.socket.write(line(MANY, "session.input", { session, action: { type: "text", value: "\r" } }));
  const ids = new Set<unknown>();
  while (ids.size <= MANY) {
    const answer = await peer.next();
    assert.ok(answer?.result !== undefined, JSON.stringify(answer));
    ids.add(answer.id);
  }
});

test("and on stdio, before the server ends", async (t) => {
  const server = new ServeProcess(t, ["--stdio"]);
  server.end(
    line(-1, "session.create", PRINTS_MUCH) +
      manyWaits("s1") +
      line(MANY, "session.input", { session: "s1", action: { type: "text", value: "\r" } }),
  );
  assert.equal((await server.exit).code, 0);
  const answers = server.messages().filter(({ result }) => result !== undefined);
  assert.equal(new Set(answers.map(({ id }) => id)).size, MANY + 2);
});

test("R6: a client that vanishes while its input is held up frees its waits all the same", async (t) => {
  const { path, peer, session } = await serverWith(t, {});
  const leaves = connect(path);
  await once(leaves, "connect");
  const wait = JSON.parse(line(1, "session.wait", { session, matcher: NEVER, wait_id: "w" })) as object;
  leaves.write(`${JSON.stringify([wait])}\n${line(2, "session.list").repeat(400)}`);
  const ask = async (): Promise<number | undefined> =>
    (await peer.request("session.wait", { session, matcher: NEVER, wait_id: "w", timeout_ms: 0 })).error?.code;
  while ((await ask()) !== -32602);
  leaves.destroy();
  await once(leaves, "close");
  const start = performance.now();
  while ((await ask()) !== -32001) assert.ok(performance.now() - start < 200, "the wait is still there");
});

test("R6: a client that vanishes in the middle of a large answer leaves the session and the others as they were", async (t) => {
  const { path, peer, session } = await serverWith(t, { rows: 300, cols: 600 });
  for (let round = 0; round < 5; round++) {
    const leaves = connect(path);
    await once(leaves, "connect");
    leaves.write(line(1, "session.snapshot", { session }));
    await once(leaves, "data");
    leaves.destroy();
    await once(leaves, "close");
    assert.deepEqual((await peer.request("session.list")).result, { sessions: [session] });
  }
  const { result } = await peer.request("session.snapshot", { session, cells: false });
  assert.equal(result?.["plain_text"], "");
});

test(
  "R6: a session whose client vanishes while it is made is registered or gone, never lost",
  { skip: NEEDS_PROC },
  async (t) => {
    const { path, server, peer } = await serverWith(t, {});
    for (let round = 0; round < 20; round++) {
      const leaves = connect(path);
      await once(leaves, "connect");
      leaves.write(line(1, "session.create", { program: "sleep", args: ["1000"] }));
      if (round % 2 === 1) await immediate();
      leaves.destroy();
      await once(leaves, "close");
    }
    const listed = async (): Promise<string[]> => (await peer.request("session.list")).result?.["sessions"] as string[];
    const sleeping = (): number => childrenOf(server.pid).filter((pid) => commandOf(pid) === "sleep").length;
    // Some may still be on their way. What is listed can be closed; whatever runs and is never listed would be lost.
    const start = performance.now();
    for (let quiet = 0; quiet < 20; quiet++) {
      const sessions = await listed();
      for (const session of sessions) await peer.request("session.close", { session });
      if (sessions.length > 0 || sleeping() > 0) quiet = 0;
      assert.ok(performance.now() - start < 10_000, `${sleeping()} run that nobody can close`);
    }
  },
);

test("R7: a server that is told to stop does not wait for a client that never reads", async (t) => {
  const { path, server, session } = await serverWith(t, { rows: 60, cols: 200 });
  const deaf = connect(path).on("error", () => undefined);
  await once(deaf, "connect");
  deaf.pause();
  for (let id = 1; id <= 5; id++) deaf.write(line(id, "session.snapshot", { session }));
  const other = await SocketPeer.connect(t, path);
  await other.request("session.list");
  const start = performance.now();
  server.child.kill("SIGTERM");
  assert.equal((await server.exit).code, 143);
  assert.ok(performance.now() - start < 5_000);
});

test("sessions that were closed while nobody fetched the news are let go, but for how they ended", async () => {
  const server = new RpcServer();
  const ask = async (method: string, params: object): Promise<RpcMessage> =>
    JSON.parse((await server.handleLine(line(1, method, params))) ?? "null") as RpcMessage;
  await ask("server.set_notifications", { enabled: true });
  const count = 100;
  for (let made = 0; made < count; made++) {
    const { result } = await ask("session.create", { program: "/bin/sh", args: ["-c", "printf output"] });
    await ask("session.wait", { session: result?.["session"], matcher: EXITED });
    await ask("session.close", { session: result?.["session"] });
  }
  const [, ...news] = (await server.handleLineMessages(line(1, "session.list"))).map(
    (text) => JSON.parse(text) as RpcMessage,
  );
  const exited = news.filter(({ method }) => method === "session.exited").map(({ params }) => params?.["session"]);
  assert.deepEqual(exited.sort(), Array.from({ length: count }, (_, index) => `s${index + 1}`).sort());
  const outputs = news.filter(({ method }) => method === "session.output").map(({ params }) => params);
  assert.equal(outputs.filter((params) => params?.["dropped"] === true).length, count - 64);
  assert.equal(outputs.filter((params) => params?.["output"] === "output").length, 64);
  await server.close();
});

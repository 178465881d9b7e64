import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { tempDir } from "../support/temp-dir.js";

const PROGRAM = fileURLToPath(new URL("../../../test/fixtures/programs/listens-when-told.mjs", import.meta.url));
const MODULE = new URL("../../../dist/rpc/transport/index.js", import.meta.url).href;
const posix = { skip: process.platform === "win32" ? "named pipes are no files" : false };

type Order = { readonly type: "listen"; readonly path: string } | { readonly type: "close" };

async function contender(t: TestContext): Promise<ChildProcess> {
  const child = fork(PROGRAM, [MODULE]);
  t.after(() => child.kill("SIGKILL"));
  assert.deepEqual(await once(child, "message"), ["ready", undefined]);
  return child;
}

const contenders = (t: TestContext, count: number): Promise<ChildProcess[]> =>
  Promise.all(Array.from({ length: count }, () => contender(t)));

/** Gives an order that is carried out at this time; the answer. */
async function ordered(child: ChildProcess, order: Order, at = 0): Promise<string> {
  const answer = once(child, "message") as Promise<[string]>;
  child.send({ ...order, at });
  return (await answer)[0];
}

/** Time for the orders to arrive before they are carried out. */
const soon = (): number => Date.now() + 3;

async function leaveStaleSocket(path: string): Promise<void> {
  const server = createServer().listen(`${path}-`);
  await once(server, "listening");
  renameSync(`${path}-`, path);
  server.close();
}

/** Which process listens there. */
const listenerAt = async (path: string): Promise<number> => Number(await text(createConnection({ path })));

test(
  "F2: of servers that start at once exactly one listens, in 200 races, and no file is lost or left",
  posix,
  async (t) => {
    const directory = tempDir(t);
    const path = join(directory, "socket");
    const children = await contenders(t, 3);
    for (let round = 0; round < 200; round++) {
      if (round % 2 === 1) await leaveStaleSocket(path);
      const at = soon();
      const answers = await Promise.all(children.map((child) => ordered(child, { type: "listen", path }, at)));
      assert.deepEqual(answers.toSorted(), ["listening", "socket_in_use", "socket_in_use"], `round ${round}`);
      const winner = children[answers.indexOf("listening")];
      assert.equal(await listenerAt(path), winner.pid, `round ${round}`);
      assert.deepEqual(readdirSync(directory), ["socket"]);
      await ordered(winner, { type: "close" });
      assert.deepEqual(readdirSync(directory), []);
    }
  },
);

test("F2: a server that closes never takes away the socket of one that starts, in 100 races", posix, async (t) => {
  const directory = tempDir(t);
  const path = join(directory, "socket");
  const children = await contenders(t, 3);
  assert.equal(await ordered(children[0], { type: "listen", path }), "listening");
  let last = children[0];
  for (let round = 0; round < 100; round++) {
    const at = soon();
    const others = children.filter((child) => child !== last);
    const [, ...answers] = await Promise.all([
      ordered(last, { type: "close" }, at),
      ...others.map((child) => ordered(child, { type: "listen", path }, at)),
    ]);
    const winners = others.filter((_, i) => answers[i] === "listening");
    assert.ok(winners.length <= 1, `round ${round}: ${String(answers)}`);
    // Both may have come while the old one still listened.
    if (winners.length === 0) assert.equal(await ordered(last, { type: "listen", path }), "listening");
    else last = winners[0];
    assert.equal(await listenerAt(path), last.pid, `round ${round}`);
    assert.deepEqual(readdirSync(directory), ["socket"]);
  }
});

test("F2: the socket of a killed server is taken over", posix, async (t) => {
  const path = join(tempDir(t), "socket");
  const [first, second] = await contenders(t, 2);
  assert.equal(await ordered(first, { type: "listen", path }), "listening");
  first.kill("SIGKILL");
  await once(first, "exit");
  assert.equal(existsSync(path), true, "nobody was left to remove it");
  assert.equal(await ordered(second, { type: "listen", path }), "listening");
  assert.equal(await listenerAt(path), second.pid);
});

test("F2: a stopped server is alive", posix, async (t) => {
  const path = join(tempDir(t), "socket");
  const [first, second] = await contenders(t, 2);
  assert.equal(await ordered(first, { type: "listen", path }), "listening");
  first.kill("SIGSTOP");
  assert.equal(await ordered(second, { type: "listen", path }), "socket_in_use");
  first.kill("SIGCONT");
  assert.equal(await listenerAt(path), first.pid);
});

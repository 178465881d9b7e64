import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { basename, join } from "node:path";
import { test } from "node:test";
import { text } from "node:stream/consumers";
import { listenLocal } from "./index.js";
import { lockPlace } from "./local-socket-lock.js";
import { folder, greeter, greeting, leaveStaleSocket, posix, refusal } from "./local-socket.test.support.js";

const mode = (path: string): string => (statSync(path).mode & 0o7777).toString(8);

test("F1: socket and new directories are private whatever the umask, and the umask stays", posix, async (t) => {
  const before = process.umask();
  t.after(() => process.umask(before));
  for (const umask of [0o000, 0o022, 0o077, 0o177]) {
    process.umask(0o022);
    const top = folder(t);
    // With 0177 a directory that is made on the way could not be entered; there is only one to make then.
    const directory = umask === 0o177 ? join(top, "a") : join(top, "a", "b");
    process.umask(umask);
    const { path } = await greeter(t, join(directory, "socket"));
    assert.equal(process.umask(), umask);
    assert.equal(mode(path), "600");
    assert.equal(mode(directory), "700");
    assert.equal(mode(join(top, "a")), "700");
    assert.deepEqual(readdirSync(directory), ["socket"]);
    assert.equal(await greeting(path), "hello");
  }
});

test("a directory that exists keeps its mode", posix, async (t) => {
  const directory = folder(t);
  const before = mode(directory);
  await greeter(t, join(directory, "socket"));
  assert.equal(mode(directory), before);
});

test("F2: a living server is not disturbed, and the newcomer is told", posix, async (t) => {
  const path = join(folder(t), "socket");
  await greeter(t, path);
  const message = await refusal(path, "socket_in_use");
  assert.match(message, /already listens .* choose another path/);
  assert.equal(await greeting(path), "hello");
});

test("F2: a stale socket is replaced", posix, async (t) => {
  const directory = folder(t);
  const path = join(directory, "socket");
  await leaveStaleSocket(path);
  await greeter(t, path);
  assert.equal(await greeting(path), "hello");
  assert.equal(mode(path), "600");
  assert.deepEqual(readdirSync(directory), ["socket"]);
});

test("F2: of servers that start at once in one process exactly one listens", posix, async (t) => {
  for (const isStale of [false, true]) {
    const directory = folder(t);
    const path = join(directory, "socket");
    if (isStale) await leaveStaleSocket(path);
    const starts = await Promise.allSettled(["a", "b", "c", "d"].map((word) => greeter(t, path, word)));
    const winners = starts.filter(({ status }) => status === "fulfilled");
    assert.equal(winners.length, 1);
    assert.equal(await greeting(path), "abcd"[starts.indexOf(winners[0])]);
    assert.deepEqual(readdirSync(directory), ["socket"]);
  }
});

test("F2: while another replaces, a stale socket is left alone, but a free path can be taken", posix, async (t) => {
  const directory = folder(t);
  const [stale, free] = [join(directory, "stale"), join(directory, "free")];
  await leaveStaleSocket(stale);
  const releases = [lockPlace(stale), lockPlace(free)];
  assert.equal(lockPlace(free), undefined, "the lock is exclusive");
  assert.match(await refusal(stale, "socket_in_use"), /another server is starting/);
  await greeter(t, free);
  for (const release of releases) release?.();
  await greeter(t, stale);
  assert.deepEqual(await Promise.all([greeting(free), greeting(stale)]), ["hello", "hello"]);
});

test("closing removes the socket and leaves connections alone", posix, async (t) => {
  const path = join(folder(t), "socket");
  const connections = new EventEmitter<{ connection: [Socket] }>();
  const server = await listenLocal(path, (socket) => connections.emit("connection", socket));
  const client = createConnection({ path });
  const [ours] = (await once(connections, "connection")) as [Socket];
  await server.close();
  assert.equal(existsSync(path), false);
  ours.end("late");
  assert.equal(await text(client), "late");
  await greeter(t, path, "next");
  server.removeSync();
  await server.close();
  assert.equal(await greeting(path), "next", "a second close touches nothing");
});

test("the socket can be removed at once, for a process that exits", posix, async (t) => {
  const path = join(folder(t), "socket");
  const server = await greeter(t, path);
  server.removeSync();
  assert.equal(existsSync(path), false);
  await greeter(t, path, "next");
  server.removeSync();
  await server.close();
  assert.equal(await greeting(path), "next");
});

test("F2: what somebody else put in the socket's place stays", posix, async (t) => {
  const path = join(folder(t), "socket");
  for (const remove of ["close", "removeSync"] as const) {
    const server = await greeter(t, path);
    rmSync(path);
    writeFileSync(path, "mine");
    await server[remove]();
    assert.equal(statSync(path).size, 4);
    rmSync(path);
    await server.close();
  }
});

test("a relative path means the directory of the start, also later", posix, async (t) => {
  const directory = folder(t);
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(directory);
  const server = await greeter(t, "socket");
  process.chdir(before);
  assert.equal(basename(server.path), "socket");
  assert.equal(await greeting(server.path), "hello");
  await server.close();
  assert.deepEqual(readdirSync(directory), []);
});

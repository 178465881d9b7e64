import assert from "node:assert/strict";
import fs, { existsSync, readdirSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Server } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { lockPlace } from "./local-socket-lock.js";
import { folder, greeter, greeting, leaveStaleSocket, posix, refusal } from "./local-socket.test.support.js";

type Method = (this: Server, ...args: unknown[]) => Server;

/** Looks right after, or right before, each call of a server's method. */
function watch(
  t: TestContext,
  name: "listen" | "close",
  look: (call: () => Server, argument: unknown) => Server,
): void {
  const methods = Server.prototype as unknown as Record<typeof name, Method>;
  const original = methods[name];
  methods[name] = function (...args) {
    return look(() => original.apply(this, args), args[0]);
  };
  t.after(() => (methods[name] = original));
}

test("F3: no other user can connect in the moment between bind and chmod", posix, async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const modes: number[] = [];
  watch(t, "listen", (call, options) => {
    const server = call();
    const { path } = options as { path: string };
    // The lock is no file.
    if (!path.startsWith("\0")) modes.push(statSync(path).mode & 0o077);
    return server;
  });
  await greeter(t, join(folder(t), "socket"));
  assert.deepEqual(modes, [0]);
});

test(
  "F2: the socket is gone before its server stops listening, so that nobody takes it for stale",
  posix,
  async (t) => {
    const server = await greeter(t, join(folder(t), "socket"));
    const left: boolean[] = [];
    watch(t, "close", (call) => {
      left.push(existsSync(server.path));
      return call();
    });
    await server.close();
    assert.deepEqual(left, [false]);
  },
);

test("a file system without hard links of sockets will do, one server at a time", posix, async (t) => {
  const link = t.mock.method(fs, "linkSync", () => {
    throw Object.assign(new Error("operation not permitted"), { code: "EPERM" });
  });
  syncBuiltinESMExports();
  t.after(() => {
    link.mock.restore();
    syncBuiltinESMExports();
  });
  const directory = folder(t);
  const path = join(directory, "socket");
  const release = lockPlace(path);
  assert.match(await refusal(path, "socket_in_use"), /another server is starting/);
  assert.deepEqual(readdirSync(directory), []);
  release?.();
  await leaveStaleSocket(path);
  await greeter(t, path);
  assert.ok(link.mock.callCount() > 0);
  assert.equal(await greeting(path), "hello");
  assert.deepEqual(readdirSync(directory), ["socket"]);
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Client, ConnectError, InvalidArgumentError } from "ptywright/client";
import { failure } from "../support/failure.js";
import { tempDir } from "../support/temp-dir.js";

const posix = { skip: process.platform === "win32" ? "named pipes are no files" : false };
const asRoot = { skip: process.geteuid?.() === 0 ? false : "only root can give files away" };
const STRANGER = 12_345;

/** What stands where a server's socket is looked for, and counts what is sent to it. */
async function eavesdropper(t: TestContext, path: string): Promise<{ server: Server; heard: () => number }> {
  let bytes = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => (bytes += data.length));
  }).listen(path);
  await once(server, "listening");
  t.after(() => server.close());
  return { server, heard: () => bytes };
}

async function refused(socket: string, words: RegExp): Promise<void> {
  const error = await failure(Client.connect({ socket }), ConnectError);
  assert.equal(error.code, "socket_unsafe");
  assert.equal(error.path, socket);
  assert.match(error.message, words);
  assert.match(error.message, /nothing was sent; /);
}

test(
  "F3: a client sends nothing to a socket that another user could have put there, however far up",
  posix,
  async (t) => {
    const home = tempDir(t);
    const directory = join(home, "a", "b");
    mkdirSync(directory, { recursive: true });
    const socket = join(directory, "socket");
    const { heard } = await eavesdropper(t, socket);
    symlinkSync("a/b", join(home, "link"));
    for (const open of [home, join(home, "a"), directory])
      for (const mode of [0o770, 0o702, 0o777])
        for (const path of [socket, join(home, "link", "socket")]) {
          chmodSync(open, mode);
          await refused(path, mode === 0o770 ? /its group may replace/ : /every user may replace/);
          chmodSync(open, 0o700);
        }
    for (const mode of [0o1777, 0o755]) {
      chmodSync(directory, mode);
      await (await Client.connect({ socket })).close();
    }
    assert.equal(heard(), 0);
  },
);

test("F3: nor to the socket of another user, or one in a directory of theirs", asRoot, async (t) => {
  const home = tempDir(t);
  chmodSync(home, 0o1777);
  const directory = join(home, "directory");
  mkdirSync(directory);
  const socket = join(directory, "socket");
  const { heard } = await eavesdropper(t, socket);
  for (const path of [socket, directory, home]) {
    chownSync(path, STRANGER, STRANGER);
    await refused(socket, /belongs to another user/);
    chownSync(path, 0, 0);
  }
  assert.equal(heard(), 0);
});

test("F3: nor to one that came while it connected", posix, async (t) => {
  const directory = tempDir(t);
  const [socket, other] = [join(directory, "socket"), join(directory, "other")];
  const first = await eavesdropper(t, socket);
  const second = await eavesdropper(t, other);
  // The system call is made before `connect` returns.
  const connecting = Client.connect({ socket });
  renameSync(other, socket);
  const error = await failure(connecting, ConnectError);
  assert.equal(error.code, "socket_unsafe");
  assert.match(error.message, /another socket came to its place meanwhile; nothing was sent; connect again$/);
  assert.deepEqual([first.heard(), second.heard()], [0, 0]);
});

test("F3: nor to a name that any user can take", posix, async () => {
  assert.equal((await failure(Client.connect({ socket: "\0ptywright" }), InvalidArgumentError)).field, "socket");
});

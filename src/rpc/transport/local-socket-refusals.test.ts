import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { listenLocal, LocalSocketError } from "./index.js";
import { lockPlace } from "./local-socket-lock.js";
import { folder, greeter, greeting, leaveStaleSocket, posix, refusal } from "./local-socket.test.support.js";

const LIMIT = process.platform === "linux" ? 107 : 103;

test("F2: what is no socket is never replaced", posix, async (t) => {
  const directory = folder(t);
  const at = (name: string): string => join(directory, name);
  await greeter(t, at("live"));
  await leaveStaleSocket(at("stale"));
  writeFileSync(at("file"), "");
  mkdirSync(at("directory"));
  execFileSync("mkfifo", [at("fifo")]);
  for (const target of ["file", "live", "stale", "nowhere"]) symlinkSync(target, at(`to-${target}`));
  const names = readdirSync(directory);
  for (const name of ["file", "directory", "fifo", "to-file", "to-live", "to-stale", "to-nowhere"]) {
    const before = lstatSync(at(name), { bigint: true });
    const message = await refusal(at(name), "socket_unsafe");
    assert.ok(message.includes(`refusing to replace non-socket path: ${at(name)}`), message);
    assert.deepEqual(
      [lstatSync(at(name), { bigint: true }).ino, lstatSync(at(name), { bigint: true }).ctimeNs],
      [before.ino, before.ctimeNs],
    );
  }
  assert.deepEqual(readdirSync(directory), names, "nothing came, nothing went");
});

test("F1: a directory where everybody may replace the socket is refused, unless it is sticky", posix, async (t) => {
  const directory = folder(t);
  chmodSync(directory, 0o777);
  assert.match(
    await refusal(join(directory, "socket"), "socket_unsafe"),
    /refusing to listen at .*: every user .* of your own/,
  );
  assert.deepEqual(readdirSync(directory), []);
  chmodSync(directory, 0o1777);
  await greeter(t, join(directory, "socket"));
});

const asRoot = { skip: process.geteuid?.() === 0 ? false : "only root can give files away" };
test("F1: a directory of another user is refused", asRoot, async (t) => {
  const directory = folder(t);
  chownSync(directory, 12_345, 12_345);
  assert.match(await refusal(join(directory, "socket"), "socket_unsafe"), /belongs to another user/);
  assert.deepEqual(readdirSync(directory), []);
});

test("F1: an ancestor that the group may write is refused, before anything is made in it", posix, async (t) => {
  const directory = folder(t);
  mkdirSync(join(directory, "open"));
  chmodSync(join(directory, "open"), 0o770);
  for (const path of ["open/socket", "open/new/socket", "open/new/er/socket"])
    assert.match(await refusal(join(directory, path), "socket_unsafe"), /its group may replace .*; chmod go-w /);
  assert.deepEqual(readdirSync(join(directory, "open")), []);
});

test("F1: a link to a directory is judged by the directory", posix, async (t) => {
  const directory = folder(t);
  mkdirSync(join(directory, "open"));
  chmodSync(join(directory, "open"), 0o777);
  mkdirSync(join(directory, "own"));
  for (const name of ["open", "own"]) symlinkSync(name, join(directory, `to-${name}`));
  await refusal(join(directory, "to-open", "socket"), "socket_unsafe");
  await greeter(t, join(directory, "to-own", "socket"));
  assert.equal(await greeting(join(directory, "own", "socket")), "hello");
});

test("two names of one directory have one lock", posix, (t) => {
  const directory = folder(t);
  symlinkSync(".", join(directory, "again"));
  const release = lockPlace(join(directory, "socket"));
  t.after(() => release?.());
  assert.ok(release);
  assert.equal(lockPlace(join(directory, "again", "socket")), undefined);
});

test(
  "F4: the longest path the system allows works, one byte more is refused before anything is made",
  posix,
  async (t) => {
    const directory = folder(t);
    const ofBytes = (size: number, name: string): string => {
      const rest = size - Buffer.byteLength(join(directory, "/", name)) - 1;
      return join(directory, "é".repeat(rest >> 1) + "x".repeat(rest & 1), name);
    };
    const longest = ofBytes(LIMIT, "a-socket");
    assert.equal(Buffer.byteLength(longest), LIMIT);
    const tooLong = ofBytes(LIMIT + 1, "a-socket");
    assert.match(await refusal(tooLong, "invalid_argument"), /too long: it needs \d+ bytes.* choose a shorter one/);
    // A short name leaves too little for the name that the socket has at first.
    await refusal(ofBytes(LIMIT, "s"), "invalid_argument");
    assert.deepEqual(readdirSync(directory), []);
    await greeter(t, longest);
    assert.equal(await greeting(longest), "hello");
    assert.deepEqual(readdirSync(dirname(longest)), ["a-socket"]);
  },
);

test("a directory that cannot be made is named with the reason", posix, async (t) => {
  const directory = folder(t);
  writeFileSync(join(directory, "file"), "");
  assert.match(
    await refusal(join(directory, "file", "socket"), "socket_failed"),
    /a part of the path is not a directory/,
  );
  assert.match(await refusal(join(directory, "file", "a", "socket"), "socket_failed"), /not a directory/);
});

test("a path that can be none is refused", posix, async () => {
  for (const path of ["", "\0ptywright", "/tmp/a\0b"])
    await assert.rejects(
      listenLocal(path, () => undefined),
      (error) => error instanceof LocalSocketError && error.code === "invalid_argument",
    );
});

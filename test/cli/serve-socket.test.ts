import assert from "node:assert/strict";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { NEEDS_PROC, eventually, isAlive } from "../support/processes.js";
import { peakMemory } from "../support/peak-memory.js";
import { ServeProcess, SocketPeer, line } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

const CAT = { program: "cat" };
const NEVER = { type: "contains_text", value: "never" };

/** What one client that does not read may make a server take: four times what is kept for it. */
const MOST_GROWN = 64 * 1_048_576;

test("F1: without a transport it listens on the private per-user socket, announced on stderr", async (t) => {
  const home = join(tempDir(t), "home");
  const server = new ServeProcess(t, [], { PTYWRIGHT_HOME: home });
  const path = await server.listening();
  assert.equal(path, join(home, "socket"));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(home).mode & 0o777, 0o700);
  assert.equal(server.stdout, "");
});

test("clients share sessions, each with its own notifications, and one that leaves ends none", async (t) => {
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path]);
  await server.listening();
  const [one, two] = [await SocketPeer.connect(t, path), await SocketPeer.connect(t, path)];
  const session = await one.create(CAT);
  await two.request("server.set_notifications", { enabled: true });
  await one.request("session.input", { session, action: { type: "text", value: "hello\r" } });
  const told = await two.next();
  assert.equal(told?.method, "session.changed");
  one.socket.destroy();
  assert.deepEqual((await two.request("session.list")).result, { sessions: [session] });
  const seen = await two.request("session.wait", { session, matcher: { type: "contains_text", value: "hello" } });
  assert.equal(seen.result?.["matched"], true);
});

test("a half-closed client gets all its answers, waits included", async (t) => {
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path]);
  await server.listening();
  const peer = await SocketPeer.connect(t, path);
  peer.socket.end(
    line(1, "session.create", { program: "/bin/sh", args: ["-c", "read x; printf done"] }) +
      line(2, "session.wait", { session: "s1", matcher: { type: "contains_text", value: "done" } }) +
      line(3, "session.list"),
  );
  const ids = [(await peer.next())?.id, (await peer.next())?.id];
  assert.deepEqual(ids, [1, 3]);
  const other = await SocketPeer.connect(t, path);
  await other.request("session.input", { session: "s1", action: { type: "text", value: "\r" } });
  assert.equal((await peer.next())?.id, 2);
  assert.equal(await peer.next(), undefined);
});

test("R6: a client that vanishes frees its waits within 50 ms, by the name they had", async (t) => {
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path]);
  await server.listening();
  const stays = await SocketPeer.connect(t, path);
  const session = await stays.create(CAT);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const leaves = await SocketPeer.connect(t, path);
    leaves.socket.write(line(1, "session.wait", { session, matcher: NEVER, wait_id: "w" }) + line(2, "session.list"));
    await leaves.next();
    const taken = await stays.request("session.wait", { session, matcher: NEVER, wait_id: "w", timeout_ms: 0 });
    assert.equal(taken.error?.code, -32602);
    leaves.socket.destroy();
    await once(leaves.socket, "close");
    const start = performance.now();
    for (;;) {
      const free = await stays.request("session.wait", { session, matcher: NEVER, wait_id: "w", timeout_ms: 0 });
      if (free.error?.code === -32001) break;
      assert.ok(performance.now() - start < 5_000, "the wait is still there");
    }
    times.push(performance.now() - start);
  }
  // Others may have the processor in any single round.
  assert.ok(Math.min(...times) < 50, `${times.map(Math.round).join(", ")} ms`);
});

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  test(
    `B10: ${signal} removes the socket, ends the programs and exits with ${code}`,
    { skip: NEEDS_PROC },
    async (t) => {
      const path = join(tempDir(t), "s.sock");
      const server = new ServeProcess(t, ["--socket", path]);
      await server.listening();
      const peer = await SocketPeer.connect(t, path);
      const session = await peer.create({ program: "/bin/sh", args: ["-c", "echo $$.; cat"] });
      const matcher = { type: "screen_regex", value: "(\\d+)\\." };
      const seen = await peer.request("session.wait", { session, matcher });
      const pid = Number((seen.result?.["outcome"] as { capture: string }).capture);
      server.child.kill(signal);
      assert.deepEqual(await server.exit, { code, signal: null });
      assert.equal(existsSync(path), false);
      assert.equal(isAlive(pid), false);
    },
  );

test(
  "B9, F2: a server that was killed leaves no program, and its socket does not block the next",
  { skip: NEEDS_PROC },
  async (t) => {
    const path = join(tempDir(t), "s.sock");
    const first = new ServeProcess(t, ["--socket", path]);
    await first.listening();
    const peer = await SocketPeer.connect(t, path);
    const session = await peer.create({ program: "/bin/sh", args: ["-c", 'trap "" HUP; echo $$.; sleep 600'] });
    const seen = await peer.request("session.wait", { session, matcher: { type: "screen_regex", value: "(\\d+)\\." } });
    const pid = Number((seen.result?.["outcome"] as { capture: string }).capture);
    first.child.kill("SIGKILL");
    await first.exit;
    assert.ok(existsSync(path));
    const second = new ServeProcess(t, ["--socket", path]);
    assert.equal(await second.listening(), path);
    assert.equal(
      await eventually(
        () => isAlive(pid),
        (alive) => !alive,
        5_000,
      ),
      false,
    );
  },
);

test("F2: a living server's socket, and what is no socket, are refused in one line", async (t) => {
  const folder = tempDir(t);
  const path = join(folder, "s.sock");
  const first = new ServeProcess(t, ["--socket", path]);
  await first.listening();
  const second = new ServeProcess(t, ["--socket", path]);
  assert.equal((await second.exit).code, 1);
  assert.match(second.stderr, /^ptywright: a server already listens at [^\n]+\n$/);
  const file = join(folder, "file");
  writeFileSync(file, "mine");
  const third = new ServeProcess(t, ["--socket", file]);
  assert.equal((await third.exit).code, 1);
  assert.match(third.stderr, /^ptywright: refusing to replace non-socket path: [^\n]+\n$/);
  const peer = await SocketPeer.connect(t, path);
  assert.deepEqual((await peer.request("session.list")).result, { sessions: [] });
});

test("R5, O5: the 257th client is told so and disconnected, and the others are served", async (t) => {
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path]);
  await server.listening();
  const peers: SocketPeer[] = [];
  for (let i = 0; i < 256; i++) peers.push(await SocketPeer.connect(t, path));
  await Promise.all(peers.map((peer) => peer.request("session.list")));
  const late = await SocketPeer.connect(t, path);
  assert.equal((await late.next())?.error?.code, -32600);
  assert.equal(await late.next(), undefined);
  assert.deepEqual((await peers[255].request("session.list")).result, { sessions: [] });
  const left = once(peers[0].socket, "close");
  peers[0].socket.destroy();
  await left;
  // Its place is free when the server has noticed, which it does before it answers anybody who asks later.
  await peers[1].request("session.list");
  const next = await SocketPeer.connect(t, path);
  assert.deepEqual((await next.request("session.list")).result, { sessions: [] });
});

test("R5: a client that was cut off and does not hang up loses its place", async (t) => {
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path, "--framing", "lsp"]);
  await server.listening();
  const socket = connect({ path, allowHalfOpen: true });
  const closed = new Promise((resolve) => socket.on("error", () => undefined).on("close", resolve));
  await once(socket, "connect");
  socket.write("Content-Length: -5\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [Buffer];
  assert.match(answer.toString(), /-32700/);
  // It goes on talking, which nobody hears, until nobody is there.
  const talking = setInterval(() => socket.write("x"), 20);
  const limit = setTimeout(() => socket.destroy(new Error("still connected")), 15_000);
  await closed;
  clearInterval(talking);
  clearTimeout(limit);
  assert.notEqual(socket.errored?.message, "still connected");
});

test("R7: a client that never reads is dropped at 16 MiB, and the others do not notice", async (t) => {
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path]);
  await server.listening();
  const good = await SocketPeer.connect(t, path);
  const session = await good.create(CAT);
  const deaf = connect(path);
  await once(deaf, "connect");
  deaf.on("error", () => undefined);
  deaf.pause();
  const closed = once(deaf, "close");
  const before = NEEDS_PROC === false ? peakMemory(server.pid) : 0;
  for (let id = 1; id <= 200; id++) deaf.write(line(id, "session.snapshot", { session }));
  const during = await good.request("session.list");
  assert.deepEqual(during.result, { sessions: [session] });
  await server.prints(/does not read its answers/, "stderr");
  deaf.resume();
  await closed;
  assert.deepEqual((await good.request("session.list")).result, { sessions: [session] });
  const grown = NEEDS_PROC === false ? peakMemory(server.pid) - before : 0;
  assert.ok(grown <= MOST_GROWN, `${grown} bytes more`);
});

test("R7: a client that asks for news of a flood and never reads costs no memory", { skip: NEEDS_PROC }, async (t) => {
  const path = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", path]);
  await server.listening();
  const good = await SocketPeer.connect(t, path);
  const deaf = connect(path).on("error", () => undefined);
  await once(deaf, "connect");
  deaf.write(line(1, "server.set_notifications", { enabled: true }));
  await once(deaf, "data");
  deaf.pause();
  const before = peakMemory(server.pid);
  const session = await good.create({
    program: "/bin/sh",
    args: ["-c", "yes some words of a flood | head -c 20000000; printf over"],
  });
  const waited = await good.request("session.wait", {
    session,
    matcher: { type: "process_exited" },
    timeout_ms: 60_000,
  });
  assert.equal(waited.error, undefined);
  deaf.destroy();
  const grown = peakMemory(server.pid) - before;
  assert.ok(grown <= MOST_GROWN, `${grown} bytes more`);
});

const asRoot = { skip: process.getuid?.() === 0 ? false : "only root can act as another user" };
test("F3: another user cannot connect, neither through the directory nor where that is open", asRoot, async (t) => {
  for (const mode of [0o700, 0o755]) {
    const folder = tempDir(t);
    chmodSync(folder, mode);
    const path = join(folder, "s.sock");
    const server = new ServeProcess(t, ["--socket", path]);
    await server.listening();
    // The system call is made before `connect` returns.
    process.seteuid?.(65_534);
    const socket = connect(path);
    process.seteuid?.(0);
    const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
    assert.equal(error.code, "EACCES");
    const peer = await SocketPeer.connect(t, path);
    assert.deepEqual((await peer.request("session.list")).result, { sessions: [] });
  }
});

test("F1: the directory of the socket is made private", async (t) => {
  const folder = join(tempDir(t), "a", "b");
  const server = new ServeProcess(t, ["--socket", join(folder, "s.sock")]);
  await server.listening();
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test("--stdio with --socket is a usage error", async (t) => {
  mkdirSync(tempDir(t), { recursive: true });
  const server = new ServeProcess(t, ["--stdio", "--socket", "x"]);
  assert.equal((await server.exit).code, 2);
  assert.match(server.stderr, /^ptywright: [^\n]+\n$/);
});

/** Numbers of the sockets that a process has open, and of those that the kernel lists as network sockets. */
function networkSockets(pid: number): string[] {
  const own = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      // Closed since it was listed.
      return [];
    }
  });
  const listed = ["tcp", "tcp6", "udp", "udp6", "raw", "raw6"]
    .map((name) => `/proc/${pid}/net/${name}`)
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").split("\n").slice(1))
    .map((row) => row.trim().split(/\s+/)[9]);
  assert.ok(own.length > 0, "a server on a socket has one");
  return own.filter((inode) => listed.includes(inode));
}

test(
  "H1: neither a server on a socket nor its programs' side has a network socket",
  { skip: NEEDS_PROC },
  async (t) => {
    const path = join(tempDir(t), "s.sock");
    const server = new ServeProcess(t, ["--socket", path]);
    await server.listening();
    const peer = await SocketPeer.connect(t, path);
    await peer.create(CAT);
    assert.deepEqual(networkSockets(server.pid), []);
    // The search itself must be able to find one.
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    assert.equal(networkSockets(process.pid).length, 1);
    listener.close();
  },
);

test("H1: a server on stdio has no network socket", { skip: NEEDS_PROC }, async (t) => {
  const server = new ServeProcess(t, ["--stdio"]);
  server.write(line(1, "session.create", CAT));
  await server.prints(/"s1"/);
  assert.deepEqual(networkSockets(server.pid), []);
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ServeProcess, SocketPeer } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

const prlimit = (pid: number, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync("prlimit", ["--pid", String(pid), ...args], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout.trim();
};
const hasPrlimit = process.platform === "linux" && spawnSync("prlimit", ["--version"]).status === 0;

/** The lowest number is given first, so that only those below the limit count, and there are gaps. */
function limitWithSpare(pid: number, spare: number): number {
  const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let limit = 0;
  for (let free = 0; used.has(limit) || free++ < spare; limit++);
  return limit;
}

const CREATE = { program: "/bin/sh", args: ["-c", "echo done; cat"] };
const MANIFEST = fileURLToPath(new URL("../../../plugins/shell/manifest.toml", import.meta.url));
/** One of each kind that could load something of its own. */
const CALLS: readonly [string, object][] = [
  ["session.create", CREATE],
  ["session.list", {}],
  ["adapter.list", {}],
  ["adapter.start", { plugin: "shell" }],
  ["plugin.load", { manifest_path: MANIFEST }],
];

for (const spare of [0, 1, 2, 4, 8])
  test(
    `O4: a server short of descriptors before its first session (${spare} left) says so, and works once there are some`,
    {
      skip: !hasPrlimit,
    },
    async (t) => {
      const server = new ServeProcess(t, ["--allow-plugin-load", "--socket", join(tempDir(t), "socket")]);
      const peer = await SocketPeer.connect(t, await server.listening());
      // Answered once the connection has its descriptor.
      await peer.request("server.capabilities");
      const before = prlimit(server.pid, "--nofile", "--output=SOFT", "--noheadings");
      prlimit(server.pid, `--nofile=${limitWithSpare(server.pid, spare)}:`);

      for (const [method, params] of CALLS) {
        const { error } = await peer.request(method, params);
        if (method === "session.list") assert.equal(error, undefined);
        else assert.ok(error === undefined || error.data?.["code"] !== undefined, `${method}: ${error?.message}`);
        assert.doesNotMatch(error?.message ?? "", /\bdist\b|node_modules|Reinstall|Cannot find/, method);
      }
      for (const { session } of (await peer.request("session.list")).result?.["sessions"] as { session: string }[])
        await peer.request("session.close", { session });

      prlimit(server.pid, `--nofile=${before}:`);
      const session = await peer.create(CREATE);
      const matcher = { type: "screen_regex", value: "d.ne" };
      const waited = await peer.request("session.wait", { session, matcher, timeout_ms: 10_000 });
      assert.equal(waited.error, undefined);
      const started = await peer.request("adapter.start", { plugin: "shell" });
      assert.equal(started.error, undefined);
    },
  );

test(
  "O4: what is loaded with the first pattern and the first plugin may lack descriptors once",
  {
    skip: !hasPrlimit,
  },
  async (t) => {
    const server = new ServeProcess(t, ["--socket", join(tempDir(t), "socket")]);
    const peer = await SocketPeer.connect(t, await server.listening());
    const session = await peer.create(CREATE);
    const before = prlimit(server.pid, "--nofile", "--output=SOFT", "--noheadings");
    prlimit(server.pid, `--nofile=${limitWithSpare(server.pid, 0)}:`);

    const wait = { session, matcher: { type: "screen_regex", value: "d.ne" }, timeout_ms: 10_000 };
    const { error } = await peer.request("session.wait", wait);
    assert.deepEqual([error?.code, error?.data], [-32603, { code: "too_many_open_files" }]);
    assert.match(error?.message ?? "", /^too many open files .* ulimit -n/);
    const listed = await peer.request("adapter.list");
    assert.equal(listed.error?.data?.["code"], "too_many_open_files");

    prlimit(server.pid, `--nofile=${before}:`);
    assert.equal((await peer.request("session.wait", wait)).error, undefined);
    assert.equal((await peer.request("adapter.list")).error, undefined);
  },
);

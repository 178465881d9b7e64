import { connectClient, socketServer } from "../support/client.js";
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { NEEDS_PROC, eventually, isAlive } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";

const run = promisify(execFile);
const ENTRY = import.meta.resolve("ptywright/client");
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const program = (name: string): string => join(ROOT, "test/fixtures/programs", name);
/** For what should take a moment; a program that hangs fails the test. */
const PATIENCE = { timeout: 10_000 };

test(
  "close lets the program end, and leaves no server, though a wait was unanswered",
  { skip: NEEDS_PROC },
  async () => {
    const { stdout, stderr } = await run(process.execPath, [program("closes-its-client.mjs"), ENTRY], PATIENCE);
    const { server, unanswered } = JSON.parse(stdout) as { server: number; unanswered: string };
    assert.ok(server > 1);
    assert.equal(isAlive(server), false);
    assert.equal(unanswered, "connection_lost");
    assert.equal(stderr, "");
  },
);

test("B9: a program that is killed leaves no server and no program behind", { skip: NEEDS_PROC }, async (t) => {
  const child = spawn(process.execPath, [program("never-closes-its-client.mjs"), ENTRY]);
  t.after(() => child.kill("SIGKILL"));
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const pids = JSON.parse(line) as number[];
  assert.deepEqual(pids.map(isAlive), [true, true]);
  child.kill("SIGKILL");
  const alive = await eventually(
    () => pids.filter(isAlive),
    (left) => left.length === 0,
    5_000,
  );
  assert.deepEqual(alive, []);
});

test("close is over when the server has ended the programs", { skip: NEEDS_PROC }, async () => {
  const { Client, Matcher } = await import("ptywright/client");
  const client = await Client.start();
  const session = await client.spawn({ program: "/bin/sh", args: ["-c", "trap '' HUP TERM INT; echo pid $$.; cat"] });
  const { outcome } = await session.waitFor(Matcher.screenRegex("pid (\\d+)\\."));
  assert.ok(outcome.kind === "screen_regex" && isAlive(Number(outcome.capture)));
  await client.close();
  assert.equal(isAlive(Number(outcome.capture)), false);
});

test("a client without the native module drives a server on a socket", async (t) => {
  const { socket } = await socketServer(t);
  const folder = tempDir(t);
  const copy = join(folder, "node_modules/ptywright");
  mkdirSync(copy, { recursive: true });
  for (const part of ["dist", "package.json"]) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  cpSync(program("drives-a-socket.mjs"), join(folder, "main.mjs"));
  assert.equal(existsSync(join(folder, "node_modules/@lydell")), false);
  await assert.rejects(
    run(
      process.execPath,
      ["--input-type=module", "-e", 'import { Session } from "ptywright"; await Session.spawn("cat")'],
      {
        ...PATIENCE,
        cwd: folder,
      },
    ),
    "the library itself needs the native module",
  );
  const { stdout } = await run(process.execPath, [join(folder, "main.mjs"), socket], { ...PATIENCE, cwd: folder });
  assert.equal(stdout, "hello world\n");
  const client = await connectClient(t, socket);
  assert.equal((await client.request("session.list", {})).sessions.length, 1);
});

test("importing the client loads nothing that only a server needs", async () => {
  const hook = pathToFileURL(program("prints-loaded-files.mjs")).href;
  const args = ["--import", hook, "--input-type=module", "-e", `await import(${JSON.stringify(ENTRY)})`];
  const { stdout } = await run(process.execPath, args, PATIENCE);
  const folders = new Set(
    [...stdout.matchAll(/\/dist\/((?:(?:core|home|text)\/)?[^/\n]+)\//g)].map(([, folder]) => folder),
  );
  const expected = [
    "api",
    "base",
    "client",
    "core/action",
    "core/matcher",
    "core/target",
    "home/config",
    "jsonrpc",
    "locator",
    "protocol",
    "text/regex",
  ];
  assert.deepEqual([...folders].sort(), expected);
  assert.doesNotMatch(stdout, /node-pty/);
});

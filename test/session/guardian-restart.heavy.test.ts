import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fixture } from "../support/fixture.js";
import { eventually, guardiansOf, isAlive, lives } from "../support/processes.js";
import { survivors } from "../support/session-host.js";
import { tempDir } from "../support/temp-dir.js";

const ENTRY = import.meta.resolve("ptywright");

for (const manner of ["throws", "is told later"])
  test(`B9: a guardian whose start fails, in a way that ${manner}, is tried again while sessions live, and the log says so once`, async (t) => {
    const home = tempDir(t);
    const { program, args = [] } = fixture("host-that-cannot-fork.mjs", ENTRY, home, manner);
    const host = spawn(program, args, {
      stdio: ["pipe", "pipe", "inherit"],
      env: { PATH: process.env.PATH, PTYWRIGHT_HOME: home },
    });
    t.after(() => host.kill("SIGKILL"));
    const hostPid = host.pid as number;
    const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
    const session = Number(((await lines.next()).value as string).slice(4));
    const [guardian] = guardiansOf(hostPid);
    // The next one is started in the very moment in which one that lasted ends.
    await lives(guardian, 1_000);
    process.kill(guardian, "SIGKILL");
    for (let time = 0; time < 2; time++) assert.equal((await lines.next()).value, "tried");
    assert.ok(isAlive(session) && isAlive(hostPid));
    host.stdin.write("now it can\n");
    const found = await eventually(
      () => guardiansOf(hostPid),
      (pids) => pids.length === 1,
      10_000,
    );
    assert.equal(found.length, 1);
    const logs = readdirSync(join(home, "logs")).map((name) => readFileSync(join(home, "logs", name), "utf8"));
    assert.equal([...logs.join("").matchAll(/there is no guardian/g)].length, 1, logs.join(""));
    host.kill("SIGKILL");
    await once(host, "exit");
    assert.deepEqual(await survivors([session], 3_000), []);
  });

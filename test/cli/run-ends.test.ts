import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { fixture, shell } from "../support/fixture.js";
import { NEEDS_PROC, eventually, isAlive } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";
import { InTerminal, runCommand, saw, startPiped } from "./run-support.js";

test("the exit code is the program's own, or 128 and the number of its signal", async (t) => {
  const code = async (script: string): Promise<number | null> => (await startPiped(t, shell(script)).result).code;
  assert.equal(await code("exit 0"), 0);
  assert.equal(await code("exit 3"), 3);
  assert.equal(await code("exit 255"), 255);
  assert.equal(await code("kill -TERM $$"), 143);
  assert.equal(await code("kill -KILL $$"), 137);
  assert.equal(await code("kill -SEGV $$"), 139);
});

test("a program that cannot be started is one line on stderr and exit 1", async (t) => {
  const { stdout, stderr, code } = await startPiped(t, { program: "no-such-program" }).result;
  assert.deepEqual({ stdout: stdout.length, code }, { stdout: 0, code: 1 });
  assert.match(stderr, /^ptywright: cannot start no-such-program: no such file[^\n]*\n$/);
});

test("a broken config.toml or PTYWRIGHT_LOG stops the start before anything is run", async (t) => {
  const home = tempDir(t);
  const mark = join(home, "mark");
  const bad = await startPiped(t, shell(`touch ${mark}`), [], { PTYWRIGHT_LOG: "loud" }).result;
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /^ptywright: PTYWRIGHT_LOG must be a level[^\n]*\n$/);
  writeFileSync(join(home, "config.toml"), "[logging]\nlevel = 7\n");
  const broken = await startPiped(t, shell(`touch ${mark}`), [], { PTYWRIGHT_HOME: home }).result;
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /^ptywright: [^\n]*config\.toml:2: logging\.level must[^\n]*\n$/);
  assert.ok(!existsSync(mark));
});

test("logs to the file only, and only when asked to", async (t) => {
  const home = tempDir(t);
  const quiet = await startPiped(t, shell("true"), [], { PTYWRIGHT_HOME: home }).result;
  assert.equal(quiet.stderr, "");
  assert.ok(!existsSync(join(home, "logs")));
  const asked = await startPiped(t, shell("exit 4"), [], { PTYWRIGHT_HOME: home, PTYWRIGHT_LOG: "info" }).result;
  assert.deepEqual([asked.stderr, asked.stdout.length], ["", 0]);
  const [name] = readdirSync(join(home, "logs"));
  const log = readFileSync(join(home, "logs", name), "utf8");
  assert.match(log, /run.*started.*\/bin\/sh/);
  assert.match(log, /run.*ended.*4/);
});

test("the program's exit ends run though others still hold its terminal", async (t) => {
  const { stdout, code } = await startPiped(t, fixture("leaves-writer-behind.sh")).result;
  assert.notEqual(code, null);
  assert.ok(stdout.length > 0);
});

test("what the program detached lives on, and what it left in its foreground is told of the end", async (t) => {
  const script = "setsid sh -c 'echo $$ > pid; exec sleep 1000' & sleep 1000 & echo $!; while [ ! -s pid ]; do :; done";
  const folder = tempDir(t);
  const { stdout } = await startPiped(t, shell(`cd ${folder}; ${script}`)).result;
  const detached = Number(readFileSync(join(folder, "pid"), "utf8"));
  endLater(t, detached);
  const left = Number(stdout.toString());
  assert.equal(
    await eventually(
      () => isAlive(left),
      (alive) => !alive,
      2000,
    ),
    false,
  );
  // As long as the guardian takes to end what it is told to.
  assert.equal(
    await eventually(
      () => isAlive(detached),
      (alive) => !alive,
      600,
    ),
    true,
  );
});

/** What left the terminal for good is the user's, and a test's to clean up. */
function endLater(t: TestContext, detached: number): void {
  t.after(() => process.kill(-detached, "SIGKILL"));
}

for (const [signal, code] of [
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGINT", 130],
] as const)
  test(`B10: ${signal} ends the program, its jobs, and run with ${code}`, { skip: NEEDS_PROC }, async (t) => {
    const piped = startPiped(t, fixture("starts-stubborn-jobs.sh", tempDir(t)));
    const shown = await saw(piped.child, " .");
    const [detached, ...pids] = (/ready ([\d ]+) \./.exec(shown)?.[1] ?? "").split(" ").map(Number).reverse();
    endLater(t, detached);
    assert.equal(pids.filter(isAlive).length, 3);
    piped.child.kill(signal);
    assert.equal((await piped.result).code, code);
    assert.deepEqual(pids.filter(isAlive), []);
  });

test("a second SIGINT ends run at once", { skip: NEEDS_PROC }, async (t) => {
  const piped = startPiped(t, shell("trap 'echo asked' INT; trap '' HUP; echo $$ ready; while :; do sleep 0.01; done"));
  const pid = Number.parseInt(await saw(piped.child, "ready"), 10);
  piped.child.kill("SIGINT");
  await saw(piped.child, "asked");
  const before = performance.now();
  piped.child.kill("SIGINT");
  assert.equal((await piped.result).code, 130);
  assert.ok(performance.now() - before < 900, "it waited for the program");
  assert.equal(
    await eventually(
      () => isAlive(pid),
      (alive) => !alive,
      2000,
    ),
    false,
  );
});

test("a program that ends itself on SIGTERM is given the time, and its last words are shown", async (t) => {
  const piped = startPiped(t, shell("trap 'echo bye; exit 4' TERM; echo ready; while :; do sleep 0.01; done"));
  await saw(piped.child, "ready");
  piped.child.kill("SIGTERM");
  const { stdout, code } = await piped.result;
  assert.match(stdout.toString(), /bye\r\n$/);
  assert.equal(code, 143);
});

/** A terminal whose other side, and nothing else, can be stopped or killed: that of script(1). */
async function startInScript(
  t: TestContext,
  script: string,
): Promise<{ host: ChildProcess; pids: number[]; errors: () => string }> {
  const file = join(tempDir(t), "errors");
  const words = runCommand(shell(`echo $$ $PPID ready; ${script}`));
  const command = words.map((word) => `'${word}'`).join(" ");
  const args = ["-qfec", `exec ${command} 2> ${file}`, "/dev/null"];
  const host = spawn("script", args, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => host.kill("SIGKILL"));
  const pids = (await saw(host, "ready")).split(" ").slice(0, 2).map(Number);
  assert.equal(pids.filter(isAlive).length, 2);
  return { host, pids, errors: () => readFileSync(file, "utf8") };
}

const gone = (pids: readonly number[]): Promise<number[]> =>
  eventually(
    () => pids.filter(isAlive),
    (left) => left.length === 0,
    4000,
  );

const SCRIPT = { skip: NEEDS_PROC || missing("script") };

test("a terminal that goes away ends the program and run, without a word", SCRIPT, async (t) => {
  const { host, pids, errors } = await startInScript(t, "while :; do sleep 0.01; echo more; done");
  host.kill("SIGKILL");
  assert.deepEqual(await gone(pids), []);
  assert.equal(errors(), "");
});

test("a terminal that takes nothing makes the program wait, but not those who want run to end", SCRIPT, async (t) => {
  const { host, pids } = await startInScript(t, "while :; do echo more; done");
  host.stdout?.resume();
  host.kill("SIGSTOP");
  const [program, run] = pids;
  // What it has written, by its own account, until that stands still.
  const written = (): string => /wchar: (\d+)/.exec(readFileSync(`/proc/${program}/io`, "latin1"))?.[1] ?? "";
  for (let last = ""; last !== written();) {
    last = written();
    await eventually(written, (now) => now !== last, 300);
  }
  process.kill(run, "SIGTERM");
  assert.deepEqual(await gone(pids), []);
});

test("a full disk behind stdout ends the program and is told in one line", () => {
  const [node, ...args] = runCommand(shell("while :; do echo more; done"));
  const { status, stderr } = spawnSync("/bin/sh", ["-c", '"$@" > /dev/full', "sh", node, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  assert.equal(status, 1);
  assert.match(stderr, /^ptywright: cannot write to stdout: ENOSPC[^\n]*\n$/);
});

test("B9: nothing of the terminal survives when run is killed with SIGKILL", { skip: NEEDS_PROC }, async (t) => {
  const terminal = await InTerminal.start(t, fixture("starts-stubborn-jobs.sh", tempDir(t)));
  await terminal.shows("ready");
  const shown = /ready ([\d ]+) \./.exec(terminal.session.snapshot().plainText)?.[1] ?? "";
  const [detached, ...pids] = shown.split(" ").map(Number).reverse();
  endLater(t, detached);
  assert.equal(pids.filter(isAlive).length, 3);
  process.kill(terminal.pid, "SIGKILL");
  const alive = await eventually(
    () => pids.filter(isAlive),
    (left) => left.length === 0,
    2000,
  );
  assert.deepEqual(alive, []);
});

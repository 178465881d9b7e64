import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Matcher, Session } from "ptywright";
import { BIN } from "../support/command.js";
import { fixture, shell } from "../support/fixture.js";
import "../support/home.js";
import {
  eventually,
  foregroundCommand,
  guardiansOf,
  isAlive,
  lives,
  openDescriptors,
  sessionMembers,
  zombies,
} from "../support/processes.js";
import { startHost, survivors } from "../support/session-host.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

const ENTRY = import.meta.resolve("ptywright");

test("B8: gives a child its own three descriptors and nothing else, with 50 sessions open", async (t) => {
  for (let i = 0; i < 50; i++) await start(t, shell("exec sleep 1000"));
  const session = await start(t, { program: "ls", args: ["-l", "/proc/self/fd"] });
  await session.wait();
  const open = [...session.transcript().matchAll(/ (\d+) -> (\S+)/g)].map(([, fd, target]) => `${fd} ${target}`);
  // The fourth is ls's own, on the folder that it lists.
  assert.equal(open.length, 4, open.join(", "));
  assert.equal(open.filter((line) => /^[012] \/dev\/pts\//.test(line)).length, 3, open.join(", "));
});

test("B4, B5: ends background jobs, processes that ignore HUP, INT and TERM, and those that left the session, within a second", async (t) => {
  const closed = async (): Promise<number> => {
    const { env, args = [], ...target } = fixture("starts-stubborn-jobs.sh", tempDir(t));
    const session = await start(t, { ...target, args, env: env ?? {}, clearEnv: false });
    const { outcome } = await session.waitFor(Matcher.screenRegex("ready ([\\d ]+) \\."));
    const pids = ("capture" in outcome ? (outcome.capture ?? "") : "").split(" ").map(Number);
    assert.equal(pids.filter(isAlive).length, 4);
    const before = performance.now();
    const report = await session.close();
    const tookMs = performance.now() - before;
    assert.deepEqual(pids.filter(isAlive), []);
    assert.equal(report.forced, true);
    assert.deepEqual(report.stillRunning, []);
    assert.ok(report.descendantsReaped >= 3, `found ${report.descendantsReaped} descendants`);
    return tookMs;
  };
  // Others may have the processor in any single attempt.
  let best = Infinity;
  for (let attempt = 0; attempt < 4 && best >= 1_000; attempt++) best = Math.min(best, await closed());
  assert.ok(best < 1_000, `close took ${best} ms`);
});

test("B3: terminate gives the grace it was told to and then kills, within 300 ms", async (t) => {
  let best = Infinity;
  // Another process may take the processor from any single attempt.
  for (let attempt = 0; attempt < 3 && best > 500; attempt++) {
    const session = await start(t, shell("trap '' TERM HUP INT; echo ready; while :; do sleep 1000; done"));
    await session.waitFor(Matcher.containsText("ready"));
    const before = performance.now();
    const report = await session.terminate(200);
    const tookMs = performance.now() - before;
    assert.equal(report.forced, true);
    assert.ok(tookMs >= 199, `terminate(200) took ${tookMs} ms`);
    assert.deepEqual(session.exitStatus, { exitCode: null, signal: "SIGKILL" });
    best = Math.min(best, tookMs);
  }
  assert.ok(best <= 500, `terminate(200) took ${best} ms in the best of three attempts`);
});

test("B4: a pipeline and the jobs of a job-control shell, stopped ones too, are gone a second after the close", async (t) => {
  const session = await start(t, { ...shell(""), args: ["-i"], env: { ...shell("").env, PS1: "$ " } });
  await session.waitFor(Matcher.containsText("$ "));
  await session.writeText(
    "set -m\nsleep 1000 | cat | sleep 1001 &\nsleep 1002 &\n(trap '' HUP; sleep 1003) &\nsleep 1004\n",
  );
  await session.waitFor(Matcher.transcriptContains("sleep 1004\r\n"));
  const leader = session.pid as number;
  const members = (): number[] => sessionMembers(leader);
  await eventually(members, (pids) => pids.length >= 7, 5_000);
  // Until then Ctrl-Z would reach the shell alone.
  await eventually(
    () => foregroundCommand(leader),
    (command) => command === "sleep 1004",
    5_000,
  );
  await session.sendKey("ctrl_z");
  await session.waitFor(Matcher.screenRegex("Stopped"));
  const pids = members();
  assert.ok(pids.length >= 7, `${pids.length} processes`);
  await session.close();
  assert.deepEqual(await survivors(pids, 1_000), []);
});

test("B5: a process that left by a double fork and setsid is found, counted and ended", async (t) => {
  const file = join(tempDir(t), "pid");
  const daemon = `setsid sh -c '(setsid sh -c "trap \\"\\" HUP TERM; echo \\$\\$ > ${file}.new; mv ${file}.new ${file}; while :; do sleep 1000; done" &)' < /dev/null > /dev/null 2>&1`;
  const { env, ...target } = shell(`${daemon} & while [ ! -s ${file} ]; do sleep 0.01; done; echo ready; sleep 1000`);
  // By then its parents are gone; what is left is the marker in its environment.
  const session = await start(t, { ...target, env: env ?? {}, clearEnv: false });
  await session.waitFor(Matcher.containsText("ready"));
  const pid = Number(readFileSync(file, "utf8"));
  assert.ok(isAlive(pid));
  assert.ok(!sessionMembers(session.pid as number).includes(pid), "it has left the session");
  const report = await session.close();
  assert.ok(report.descendantsReaped >= 1);
  assert.equal(isAlive(pid), false);
});

test("B5: a process that is started on the way out, leaves the session and wipes its environment is ended too", async (t) => {
  for (const end of [(session: Session) => session.close(), (session: Session) => session.terminate(600)]) {
    const file = join(tempDir(t), "pid");
    const left = `setsid env -i sh -c "echo \\$\\$ > ${file}.new; mv ${file}.new ${file}; exec sleep 1000"`;
    const session = await start(
      t,
      shell(`trap '${left} & sleep 0.15; exit 0' HUP TERM; echo ready; while :; do sleep 0.05; done`),
    );
    await session.waitFor(Matcher.containsText("ready"));
    await end(session);
    const pid = Number(readFileSync(file, "utf8"));
    assert.equal(isAlive(pid), false);
  }
});

test("terminate lets a program end by itself", async (t) => {
  const session = await start(t, shell("trap 'echo bye; exit 4' TERM; echo ready; while :; do sleep 0.01; done"));
  await session.waitFor(Matcher.containsText("ready"));
  const report = await session.terminate(5000);
  assert.equal(report.forced, false);
  assert.deepEqual(session.exitStatus, { exitCode: 4, signal: null });
  assert.match(session.transcript(), /bye/);
});

test("B9: leaves nothing behind 2 seconds after this process is killed with SIGKILL", async (t) => {
  const host = await startHost(tempDir(t), tempDir(t), 20);
  assert.equal(host.pids.filter(isAlive).length, 40);
  process.kill(host.pid, "SIGKILL");
  assert.deepEqual(await survivors(host.pids, 2000), []);
});

test("B9: sweeps at the next start what a dead process and its dead guardian left behind", async (t) => {
  const home = tempDir(t);
  const host = await startHost(tempDir(t), home, 8);
  const guardian = guardiansOf(host.pid);
  assert.equal(guardian.length, 1);
  process.kill(guardian[0], "SIGKILL");
  process.kill(host.pid, "SIGKILL");
  await survivors([host.pid, guardian[0]], 2000);
  // The kernel hangs up the terminals; what heeds that is gone, the stubborn ones are not.
  assert.ok(host.pids.filter(isAlive).length > 0);
  const next = await startHost(tempDir(t), home, 1);
  assert.deepEqual(await survivors(host.pids, 3000), []);
  assert.equal(next.pids.filter(isAlive).length, 2, "the sweep must not touch the sessions of a living process");
  process.kill(next.pid, "SIGKILL");
  assert.deepEqual(await survivors(next.pids, 2000), []);
  await eventually(
    () => readdirSync(join(home, "data/ledger")).length,
    (count) => count === 0,
    2000,
  );
  assert.deepEqual(readdirSync(join(home, "data/ledger")), []);
});

test("B9: a guardian that was killed comes back by itself, and guards the sessions that there are", async (t) => {
  const host = await startHost(tempDir(t), tempDir(t), 4);
  const [first] = guardiansOf(host.pid);
  const after = async (killed: number): Promise<number> => {
    process.kill(killed, "SIGKILL");
    const others = (): number[] => guardiansOf(host.pid).filter((pid) => pid !== killed);
    const found = await eventually(others, (pids) => pids.length === 1, 10_000);
    assert.equal(found.length, 1);
    return found[0];
  };
  // One that does not live for a second comes back after a pause.
  const second = await after(first);
  await lives(second, 1_000);
  await after(second);
  process.kill(host.pid, "SIGKILL");
  assert.deepEqual(await survivors(host.pids, 3_000), []);
});

test("B9: a server ends at its start what was left behind, before anybody asks it for a session", async (t) => {
  const home = tempDir(t);
  const host = await startHost(tempDir(t), home, 8);
  for (const pid of [...guardiansOf(host.pid), host.pid]) process.kill(pid, "SIGKILL");
  await survivors([host.pid], 2000);
  assert.ok(host.pids.filter(isAlive).length > 0);
  const server = spawn(process.execPath, [BIN, "serve", "--stdio"], {
    stdio: ["pipe", "ignore", "inherit"],
    env: { PATH: process.env.PATH, PTYWRIGHT_HOME: home },
  });
  t.after(() => server.kill("SIGKILL"));
  assert.deepEqual(await survivors(host.pids, 5000), []);
  server.stdin.end();
});

test("B9: never hits a process that got the pid of a dead session", async (t) => {
  const home = tempDir(t);
  const stranger = await start(t, shell("echo ready; exec sleep 1000"));
  await stranger.waitFor(Matcher.containsText("ready"));
  const first = await startHost(tempDir(t), home, 1);
  const ledger = readdirSync(join(home, "data/ledger"))[0];
  process.kill(first.pid, "SIGKILL");
  await survivors(first.pids, 2000);
  // A ledger of a process that is gone, which names the stranger's pid with another start time.
  writeFileSync(join(home, "data/ledger", ledger), `+ ${stranger.pid} 1\n`);
  const next = await startHost(tempDir(t), home, 1);
  await eventually(
    () => readdirSync(join(home, "data/ledger")).includes(ledger),
    (isThere) => !isThere,
    3000,
  );
  assert.ok(!readdirSync(join(home, "data/ledger")).includes(ledger), "the stale ledger was not swept");
  assert.ok(stranger.pid !== undefined && isAlive(stranger.pid));
  process.kill(next.pid, "SIGKILL");
  await survivors(next.pids, 2000);
});

test("B11: 500 short children leave no zombie and no descriptor", async () => {
  await (await Session.spawn(shell("true"))).close();
  const before = await eventually(openDescriptors, () => true, 0);
  for (let round = 0; round < 10; round++) {
    const sessions = await Promise.all(Array.from({ length: 50 }, () => Session.spawn(shell("exit 7"))));
    const statuses = await Promise.all(sessions.map((session) => session.wait()));
    assert.ok(statuses.every(({ exitCode }) => exitCode === 7));
    // Every other one is never closed: a program that ended by itself must not need it.
    await Promise.all(sessions.filter((_, i) => i % 2 === 0).map((session) => session.close()));
  }
  assert.deepEqual(await eventually(zombies, (found) => found.length === 0, 1000), []);
  const after = await eventually(openDescriptors, (count) => count <= before, 1000);
  assert.ok(after <= before, `${before} descriptors before, ${after} after`);
});

test("B8: keeps descriptors that we inherited ourselves from a child, and its environment out of everybody's sight", async (t) => {
  // Node marks inherited descriptors up to the first gap; 200 lies behind it.
  const host = fixture("shows-child-start.mjs", ENTRY);
  const run = spawnSync("bash", ["-c", 'exec 200> /dev/null; exec "$@"', "bash", host.program, ...(host.args ?? [])], {
    encoding: "utf8",
    env: { ...process.env, PTYWRIGHT_HOME: tempDir(t), MY_SECRET: "canary-4711", BASH_ENV: "/nonexistent", _: "kept" },
  });
  assert.equal(run.status, 0, run.stderr);
  const seen = JSON.parse(run.stdout) as { fds: string[]; commandLines: string; env: Record<string, string> };
  assert.deepEqual(seen.fds, ["0", "1", "2"]);
  assert.ok(!seen.commandLines.includes("canary-4711"));
  assert.equal(seen.env.MY_SECRET, "canary-4711");
  assert.equal(seen.env.BASH_ENV, "/nonexistent");
  assert.equal(seen.env.SHLVL, process.env.SHLVL);
});

test("B5: finds what left the session under clearEnv by its parent", async (t) => {
  const session = await start(t, shell("setsid sleep 1000 & echo pid $! .; sleep 1000"));
  const { outcome } = await session.waitFor(Matcher.screenRegex("pid (\\d+) \\."));
  const pid = Number("capture" in outcome ? outcome.capture : 0);
  assert.ok(isAlive(pid));
  const report = await session.close();
  assert.ok(!isAlive(pid));
  assert.ok(report.descendantsReaped >= 1);
});

test("works without a home, with one in which nothing can be made, and with one that is not ours alone", async (t) => {
  const open = tempDir(t);
  chmodSync(open, 0o777);
  for (const home of ["/proc", "/dev/null", join(open, "x")]) {
    const { program, args = [] } = fixture("runs-one-session.mjs", ENTRY);
    const run = spawnSync(program, args, {
      encoding: "utf8",
      timeout: 20_000,
      env: { PATH: process.env.PATH, PTYWRIGHT_HOME: home, HOME: home },
    });
    assert.equal(run.stdout, "it ran\n", `${home}: ${run.stderr}`);
  }
});

test("O4: stays in order without descriptors: typed errors, no child left behind, and works again once there are some", async (t) => {
  for (const spare of [0, 1, 2, 3, 4, 6, 8]) {
    const { program, args = [] } = fixture("host-short-of-descriptors.mjs", ENTRY, String(spare));
    // A low limit of its own: to take all that there may be takes longer than the rest.
    const run = spawnSync("/bin/sh", ["-c", 'ulimit -n 256; exec "$@"', "sh", program, ...args], {
      encoding: "utf8",
      timeout: 20_000,
      env: { PATH: process.env.PATH, PTYWRIGHT_HOME: tempDir(t) },
    });
    assert.match(run.stdout, /^(started|SpawnError) then started\n$/, `${spare} spare: ${run.stdout}${run.stderr}`);
  }
});

test("forgets sessions that ended by themselves", async (t) => {
  const home = tempDir(t);
  const { program, args = [] } = fixture("leaves-sessions-unclosed.mjs", ENTRY, "5");
  const run = spawnSync(program, args, { encoding: "utf8", env: { PATH: process.env.PATH, PTYWRIGHT_HOME: home } });
  assert.match(run.stdout, /^\+{5} -{5}\n$/, run.stdout + run.stderr);
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { isAlive, markedProcesses, noneLeft, sweepersOf } from "../support/processes.js";
import { startHost, survivors } from "../support/session-host.js";
import { tempDir } from "../support/temp-dir.js";

const IN_CONTAINER = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];

async function hostOf(t: TestContext, home: string, count: number, ...behind: string[]): ReturnType<typeof startHost> {
  const host = await startHost(tempDir(t), home, count, ...behind);
  t.after(() => isAlive(host.pid) && process.kill(host.pid, "SIGKILL"));
  return host;
}

const ledgersIn = (home: string): string[] => readdirSync(join(home, "data/ledger"));

/** Every host here has swept as soon as it tells its pids; this is when what it started for that is over. */
async function swept(home: string): Promise<void> {
  await noneLeft(() => sweepersOf(home));
}

test("B9: programs of a ledger from another pid namespace or another machine are not ended", async (t) => {
  const [home, shared] = [tempDir(t), tempDir(t)];
  const host = await hostOf(t, home, 4);
  const [own] = ledgersIn(home);
  const [pid, , random, boot, namespace, machine] = own.replace(".ledger", "").split("-");
  // The same process as others would see it: there is none with its pid and this start.
  const foreign = [
    `${pid}-1-${random}-${boot}-1-${machine}.ledger`,
    `${pid}-1-${random}-${boot}-${namespace}-00000000.ledger`,
    `${pid}-1-${random}-00000000-${namespace}-00000000.ledger`,
  ];
  mkdirSync(join(shared, "data/ledger"), { recursive: true, mode: 0o700 });
  const text = readFileSync(join(home, "data/ledger", own));
  for (const name of foreign) writeFileSync(join(shared, "data/ledger", name), text, { mode: 0o600 });
  const next = await hostOf(t, shared, 1);
  await swept(shared);
  assert.deepEqual(host.pids.filter(isAlive), host.pids);
  assert.deepEqual(
    ledgersIn(shared)
      .filter((name) => foreign.includes(name))
      .sort(),
    foreign.sort(),
  );

  // By an older name the same ledger is taken for a near one, which shows that it would have been swept.
  writeFileSync(join(shared, "data/ledger", `${pid}-1-${random}-${boot}.ledger`), text, { mode: 0o600 });
  const last = await hostOf(t, shared, 1);
  assert.deepEqual(await survivors(host.pids, 5_000), []);
  for (const one of [host, next, last]) process.kill(one.pid, "SIGKILL");
  assert.deepEqual(await survivors([...next.pids, ...last.pids], 3_000), []);
});

test("B9: a server in a container and one outside leave each other's programs and ledgers alone", async (t) => {
  if (spawnSync(IN_CONTAINER[0], [...IN_CONTAINER.slice(1), "true"]).status !== 0) {
    t.skip("a pid namespace of its own cannot be made here");
    return;
  }
  const home = tempDir(t);
  await hostOf(t, home, 4, ...IN_CONTAINER);
  // To itself it is the first process.
  const programs = markedProcesses(1);
  assert.ok(programs.length >= 4);
  const outside = await hostOf(t, home, 4);
  await swept(home);
  await hostOf(t, home, 1, ...IN_CONTAINER);
  await swept(home);
  assert.deepEqual(programs.filter(isAlive), programs);
  assert.deepEqual(outside.pids.filter(isAlive), outside.pids);
  assert.equal(ledgersIn(home).length, 3);
  process.kill(outside.pid, "SIGKILL");
  assert.deepEqual(await survivors(outside.pids, 3_000), []);
});

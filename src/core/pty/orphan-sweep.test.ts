import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { startGuardianScript } from "./guardian-script.js";
import { Guardian } from "./guardian.js";
import { orphanedLedgers, sweepOrphans } from "./orphan-sweep.js";
import { here, ownLedgerName } from "./ledger-name.js";

const DAY_MS = 24 * 3_600_000;
const OLD = (Date.now() - 8 * DAY_MS) / 1_000;
const { boot, namespace, machine } = here();
const onLinux = { skip: process.platform !== "linux" && "there is no /proc" };

const unwanted = (message: string): void => assert.fail(message);

function ledgers(t: TestContext, ...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "ptywright-test-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of names) writeFileSync(join(folder, name), "+ 1 1\n", { mode: 0o600 });
  return folder;
}

test("B9: ledgers of other machines and other pid namespaces are left alone", onLinux, (t) => {
  const names = [
    `1-1-abc-${boot}-1-${machine}.ledger`,
    `1-1-abc-${boot}-${namespace}-00000000.ledger`,
    `1-1-abc-00000000-${namespace}-00000000.ledger`,
  ];
  const folder = ledgers(t, ...names);
  sweepOrphans(folder, unwanted);
  assert.deepEqual(readdirSync(folder).sort(), names.sort());
});

test("ledgers of an earlier boot are removed, by an older name too", onLinux, (t) => {
  const folder = ledgers(t, `1-1-abc-00000000-1-${machine}.ledger`, "1-1-abc-00000000.ledger");
  sweepOrphans(folder, unwanted);
  assert.deepEqual(readdirSync(folder), []);
});

test("a ledger of another machine is removed once nobody has touched it for a week", onLinux, (t) => {
  const [old, fresh] = ["1-1-abc-00000000-1-00000000.ledger", "2-1-abc-00000000-1-00000000.ledger"];
  const folder = ledgers(t, old, fresh);
  utimesSync(join(folder, old), OLD, OLD);
  sweepOrphans(folder, unwanted);
  assert.deepEqual(readdirSync(folder), [fresh]);
});

test("the ledgers of the dead are told from those of the living, the far and what is none", onLinux, (t) => {
  const dead = `1-1-abc-${boot}-${namespace}-${machine}.ledger`;
  const folder = ledgers(t, dead, ownLedgerName(), `1-1-abc-${boot}-${namespace}-00000000.ledger`, "notes.txt");
  assert.deepEqual(orphanedLedgers(folder), [dead]);
  assert.deepEqual(orphanedLedgers(join(folder, "missing")), []);
});

test(
  "a ledger whose writer has just ended is no orphan while its guardian is at work, nor after",
  onLinux,
  async (t) => {
    const name = `1-1-abc-${boot}-${namespace}-${machine}.ledger`;
    const folder = join(ledgers(t), "Müller's");
    mkdirSync(folder);
    writeFileSync(join(folder, name), "");
    const guardian = startGuardianScript("guardian", join(folder, name), "1-abc");
    assert.deepEqual(orphanedLedgers(folder), []);
    guardian.stdin?.end();
    await once(guardian, "exit");
    assert.deepEqual(readdirSync(folder), []);
    writeFileSync(join(folder, name), "");
    assert.deepEqual(orphanedLedgers(folder), [name]);
  },
);

test("a process that lives touches its ledger every day", onLinux, (t) => {
  const folder = ledgers(t);
  t.mock.timers.enable({ apis: ["setInterval"] });
  void new Guardian(folder, unwanted);
  const path = join(folder, ownLedgerName());
  utimesSync(path, OLD, OLD);
  t.mock.timers.tick(DAY_MS);
  assert.ok(Date.now() - statSync(path).mtimeMs < DAY_MS);
});

test("a ledger that cannot be removed is left, told of once, and keeps no other from being removed", onLinux, (t) => {
  const folder = ledgers(t, "2-1-abc-00000000.ledger");
  // A directory is not removed as a file, whoever tries.
  const stuck = ["1-1-abc-00000000.ledger", "3-1-abc-00000000.ledger"];
  for (const name of stuck) mkdirSync(join(folder, name), { mode: 0o700 });
  const told: string[] = [];
  for (let start = 0; start < 2; start++) sweepOrphans(folder, (message) => told.push(message));
  assert.deepEqual(readdirSync(folder), stuck);
  assert.deepEqual(told, ["a ledger of an earlier process is left as it is"]);
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fixture } from "../support/fixture.js";
import { tempDir } from "../support/temp-dir.js";

const SMALL_DEVPTS =
  'mount -t devpts -o newinstance,max=4,ptmxmode=0666 devpts /dev/pts && mount --bind /dev/pts/ptmx /dev/ptmx && exec "$@"';
const NOBODY = 65_534;
const WITHOUT_RIGHTS = ["--reuid", String(NOBODY), "--clear-groups"];

const works = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

interface Report {
  readonly started: number;
  readonly refusal: { readonly code: number; readonly message: string; readonly data: object };
  readonly listed: number;
  readonly listedLater: number;
  readonly again: string;
  readonly left: number;
}

/** Runs the host behind a command that makes its world small, and checks all but how many sessions found room. */
function check(home: string, program: string, ...before: string[]): Report {
  const { program: node, args = [] } = fixture("host-in-small-world.mjs");
  const { stdout, stderr, status } = spawnSync(program, [...before, node, ...args], {
    encoding: "utf8",
    timeout: 60_000,
    env: { PATH: process.env.PATH, PTYWRIGHT_HOME: home },
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
  const report = JSON.parse(stdout) as Report;
  assert.equal(report.refusal.code, -32603);
  assert.deepEqual(report.refusal.data, { code: "spawn_failed", program: "/bin/sleep" });
  assert.match(
    report.refusal.message,
    /out of terminals, processes or descriptors; close sessions or raise the limits/,
  );
  assert.ok(report.started > 0);
  assert.deepEqual([report.listed, report.listedLater], [report.started, report.started]);
  assert.deepEqual([report.again, report.left], ["started", 0]);
  return report;
}

test("O4: a server without terminals says so, keeps no half-made session, and goes on once there is one", (t) => {
  if (!works("unshare", "-m", "sh", "-c", SMALL_DEVPTS, "sh", "true")) {
    t.skip("terminals of its own cannot be mounted here");
    return;
  }
  assert.equal(check(tempDir(t), "unshare", "-m", "sh", "-c", SMALL_DEVPTS, "sh").started, 4);
});

test("O4: a server whose user may have no more processes says so, and goes on once one has ended", (t) => {
  if (
    !works(
      "setpriv",
      ...WITHOUT_RIGHTS,
      "prlimit",
      "--nproc=64",
      process.execPath,
      "-e",
      `import("${import.meta.resolve("ptywright")}")`,
    )
  ) {
    t.skip("another user cannot be taken on here, or not with limits");
    return;
  }
  const home = tempDir(t);
  chownSync(home, NOBODY, NOBODY);
  // One limit stops at a fork, the next at the thread that is to wait for what was forked.
  for (const limit of [40, 41]) check(home, "setpriv", ...WITHOUT_RIGHTS, "prlimit", `--nproc=${limit}`);
});

test("O4: a server whose control group may have no more processes says so, and goes on once one has ended", (t) => {
  const group = `/sys/fs/cgroup/pids/ptywright-test-${process.pid}`;
  try {
    mkdirSync(group);
  } catch {
    t.skip("control groups of its own cannot be made here");
    return;
  }
  // Its guardian leaves it a moment after the host.
  t.after(() => spawnSync("sh", ["-c", 'until rmdir "$1"; do sleep 0.1; done', "sh", group], { timeout: 10_000 }));
  for (const limit of [40, 41]) {
    writeFileSync(join(group, "pids.max"), String(limit));
    check(tempDir(t), "sh", "-c", `echo $$ > ${group}/cgroup.procs && exec "$@"`, "sh");
  }
});

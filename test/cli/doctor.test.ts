import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BIN, ptywright } from "../support/command.js";
import { NEEDS_PROC } from "../support/processes.js";
import { ServeProcess } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

interface Report {
  readonly ok: boolean;
  readonly tracking: string;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
}

test("doctor tells what there is, in words and as JSON", (t) => {
  const env = { PTYWRIGHT_HOME: join(tempDir(t), "home") };
  const words = ptywright(["doctor"], env);
  assert.equal(words.status, 0, words.stdout + words.stderr);
  assert.match(
    words.stdout,
    /^ok {4}node: ptywright \S+ on Node \d+\.\S+, \S+\nok {4}native part: @lydell\/node-pty \S+ for /,
  );
  assert.match(words.stdout, /^ok {4}terminal: works$/m);
  assert.match(words.stdout, /^ok {4}leftovers: none$/m);
  const { status, stdout } = ptywright(["doctor", "--json"], env);
  assert.equal(status, 0);
  const report = JSON.parse(stdout) as Report;
  assert.equal(report.ok, true);
  assert.deepEqual(
    report.checks.map(({ name }) => name),
    [
      "node",
      "native part",
      "terminal",
      "terminals",
      "open files",
      "process limit",
      "processes",
      "guardian",
      "runtime directory",
      "socket",
      "leftovers",
    ],
  );
});

test("doctor names the way that is asked for, and why it is not the surest", { skip: NEEDS_PROC }, (t) => {
  const env = { PTYWRIGHT_HOME: tempDir(t), PTYWRIGHT_TRACKING: "environment" };
  const report = JSON.parse(ptywright(["doctor", "--json"], env).stdout) as Report;
  assert.equal(report.tracking, "environment");
  assert.match(
    report.checks.find(({ name }) => name === "processes")?.detail ?? "",
    /PTYWRIGHT_TRACKING is environment/,
  );
});

test("doctor tells of a limit that leaves room for few sessions, and how to raise it", { skip: NEEDS_PROC }, (t) => {
  const script = 'ulimit -n 100 && exec "$0" "$@"';
  const env = { ...process.env, PTYWRIGHT_HOME: tempDir(t) };
  const { status, stdout } = spawnSync("sh", ["-c", script, process.execPath, BIN, "doctor"], {
    env,
    encoding: "utf8",
  });
  assert.equal(status, 1);
  assert.match(
    stdout,
    /^FAIL {2}open files: at most 100 in a process, room for some \d+ sessions; raise it: ulimit -n/m,
  );
});

test("doctor finds what a killed server left, and clears nothing away by looking", { skip: NEEDS_PROC }, async (t) => {
  const env = { PTYWRIGHT_HOME: join(tempDir(t), "home") };
  const server = new ServeProcess(t, [], env);
  const socket = join(env.PTYWRIGHT_HOME, "socket");
  await server.listening();
  server.child.kill("SIGKILL");
  await server.exit;
  const { stdout } = ptywright(["doctor"], env);
  assert.match(
    stdout,
    /^ok {4}leftovers: the socket of a server that was killed; start a session or `ptywright serve`/m,
  );
  assert.ok(existsSync(socket));
});

test("doctor fails where others can write to the runtime directory, and says what to do", (t) => {
  const home = join(tempDir(t), "home");
  mkdirSync(home);
  chmodSync(home, 0o777);
  const { status, stdout } = ptywright(["doctor"], { PTYWRIGHT_HOME: home });
  assert.equal(status, 1);
  assert.match(stdout, /FAIL {2}runtime directory: .*mode 777.*chmod go-w/);
});

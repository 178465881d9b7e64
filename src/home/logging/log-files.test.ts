import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  closeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { cleanupOldLogs, dayOfLogFile, listLogFiles, openLogFile } from "./index.js";

const directory = mkdtempSync(join(tmpdir(), "ptywright-logs-"));
after(() => rmSync(directory, { recursive: true }));
let count = 0;
const fresh = (): string => join(directory, `${count++}`);
const posix = { skip: process.platform === "win32" ? "links and modes are POSIX" : false };
const now = new Date("2026-03-15T12:00:00Z");

test("F8: old log files go, young and foreign ones stay", () => {
  const logs = fresh();
  mkdirSync(logs);
  const old = ["ptywright.2026-02-28.log", "ptywright.1999-12-31.log"];
  const kept = [
    "ptywright.2026-03-01.log",
    "ptywright.2026-03-15.log",
    "ptywright.2030-01-01.log",
    "ptywright.2026-02-30.log",
    "ptywright.2020-1-1.log",
    "ptywright.2020-01-01.log.gz",
    "ptywright.2020-01-01.log\n",
    "xptywright.2020-01-01.log",
    "PTYWRIGHT.2020-01-01.log",
    "notes.txt",
  ];
  for (const name of [...old, ...kept]) writeFileSync(join(logs, name), "");
  mkdirSync(join(logs, "ptywright.2020-01-01.log"));
  writeFileSync(join(directory, "target"), "precious");
  symlinkSync(join(directory, "target"), join(logs, "ptywright.2020-01-02.log"));
  assert.deepEqual(cleanupOldLogs(logs, 14, now).sort(), old.sort());
  assert.deepEqual(readdirSync(logs).sort(), [...kept, "ptywright.2020-01-01.log", "ptywright.2020-01-02.log"].sort());
});

test("zero days keeps everything, and a missing directory is nothing to clean", () => {
  const logs = fresh();
  assert.deepEqual(cleanupOldLogs(logs, 1, now), []);
  mkdirSync(logs);
  writeFileSync(join(logs, "ptywright.1999-12-31.log"), "");
  assert.deepEqual(cleanupOldLogs(logs, 0, now), []);
  assert.equal(existsSync(join(logs, "ptywright.1999-12-31.log")), true);
});

test("F8: only days that exist are log file names", () => {
  assert.equal(dayOfLogFile("ptywright.2024-02-29.log"), "2024-02-29");
  for (const name of ["ptywright.2023-02-29.log", "ptywright.2024-13-01.log", "ptywright.log"])
    assert.equal(dayOfLogFile(name), undefined);
});

test("F8: a log file is private, also one that was not", posix, () => {
  const path = fresh();
  const before = process.umask(0);
  try {
    closeSync(openLogFile(path));
    assert.equal(statSync(path).mode & 0o7777, 0o600);
    chmodSync(path, 0o644);
    closeSync(openLogFile(path));
    assert.equal(statSync(path).mode & 0o7777, 0o600);
  } finally {
    process.umask(before);
  }
});

test("F8: links, FIFOs and directories are no log files", posix, () => {
  const file = fresh();
  writeFileSync(file, "");
  const link = fresh();
  symlinkSync(file, link);
  assert.throws(() => openLogFile(link), /is a symbolic link/);
  const dangling = fresh();
  symlinkSync(fresh(), dangling);
  assert.throws(() => openLogFile(dangling), /is a symbolic link/);
  linkSync(file, fresh());
  assert.throws(() => openLogFile(file), /more than one name/);
  const fifo = fresh();
  execFileSync("mkfifo", [fifo]);
  assert.throws(() => openLogFile(fifo), /ENXIO/);
  assert.throws(() => openLogFile(directory), /EISDIR/);
  assert.throws(() => openLogFile("/dev/null"), /not a regular file/);
});

test("the log files of a directory are listed oldest first, links, folders and other names left out", posix, () => {
  const logs = fresh();
  mkdirSync(join(logs, "ptywright.2026-01-01.log"), { recursive: true });
  const days = ["2026-03-02", "2025-12-31", "2026-03-10"];
  for (const name of [...days.map((day) => `ptywright.${day}.log`), "ptywright.2026-02-30.log", "other.log"])
    writeFileSync(join(logs, name), "");
  symlinkSync("other.log", join(logs, "ptywright.2026-03-11.log"));
  assert.deepEqual(
    listLogFiles(logs),
    [...days].sort().map((day) => ({ day, path: join(logs, `ptywright.${day}.log`) })),
  );
  assert.deepEqual(listLogFiles(join(logs, "nowhere")), []);
});

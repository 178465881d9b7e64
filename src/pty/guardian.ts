import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GUARDIAN_SCRIPT } from "./guardian-script.js";
import type { ProcessGroup } from "./process-group.js";
import { readProcess } from "./process-table.js";
import { HOST_MARKER } from "./session-marker.js";

/** Who wrote it and in which boot: pid-start-random-boot. */
const LEDGER_NAME = /^(\d+)-(\d+)-([0-9a-f]+)-([0-9a-f]*)\.ledger$/;
/** A ledger is written anew when so many more lines than sessions are in it. */
const MAX_STALE_LINES = 512;

/** It needs grep, sleep and rm, whatever the caller's PATH leaves out. */
const GUARDIAN_ENV = { PATH: [process.env.PATH, "/usr/bin:/bin"].filter(Boolean).join(":") };

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").slice(0, 8);
  } catch {
    return "";
  }
}

/**
 * Makes sure that no session outlives this process, not even when it is killed with SIGKILL: a shell of about a
 * megabyte that sleeps until our end of a pipe closes, and a ledger on disk for the case that it was killed as well.
 */
export class Guardian {
  readonly #live = new Map<number, ProcessGroup>();
  readonly #path: string;
  #ledger: number;
  #lines = 0;
  #process: ChildProcess | undefined;

  constructor(directory: string) {
    this.#path = ledgerPath(directory);
    this.#ledger = openLedger(this.#path);
    this.#start();
    sweepStale(directory);
  }

  add(group: ProcessGroup): void {
    // If the guardian was killed, the next session brings it back.
    if (this.#process === undefined) this.#start();
    this.#live.set(group.leader, group);
    this.#append("+", group);
  }

  remove(group: ProcessGroup): void {
    if (this.#live.get(group.leader) !== group) return;
    this.#live.delete(group.leader);
    if (this.#lines > 2 * this.#live.size + MAX_STALE_LINES) this.#rewrite();
    else this.#append("-", group);
  }

  #start(): void {
    const child = spawn("/bin/sh", ["-c", GUARDIAN_SCRIPT, "guardian", this.#path, HOST_MARKER], {
      stdio: ["pipe", "ignore", "ignore"],
      // A session of its own: Ctrl-C in our terminal must not reach it.
      detached: true,
      cwd: "/",
      env: GUARDIAN_ENV,
    });
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    child.on("error", () => (this.#process = undefined));
    child.on("exit", () => (this.#process = undefined));
    child.stdin.on("error", () => undefined);
    this.#process = child;
  }

  #append(sign: "+" | "-", { leader, leaderStart }: ProcessGroup): void {
    this.#lines++;
    try {
      writeSync(this.#ledger, `${sign} ${leader} ${leaderStart}\n`);
    } catch {
      // A full disk must not keep anybody from using a terminal; the guardian still finds marked processes.
    }
  }

  #rewrite(): void {
    closeSync(this.#ledger);
    this.#ledger = openLedger(this.#path);
    this.#lines = 0;
    for (const group of this.#live.values()) this.#append("+", group);
  }
}

function ledgerPath(directory: string): string {
  const start = readProcess(process.pid)?.start ?? 0;
  return join(directory, `${process.pid}-${start}-${HOST_MARKER.split("-")[1]}-${bootId()}.ledger`);
}

function openLedger(path: string): number {
  const { O_CREAT, O_WRONLY, O_TRUNC, O_APPEND, O_NOFOLLOW } = constants;
  return openSync(path, O_CREAT | O_WRONLY | O_TRUNC | O_APPEND | O_NOFOLLOW, 0o600);
}

/** Where start times cannot be read, a process with that pid counts as the one that wrote the ledger. */
function isRunning(pid: number, start: number): boolean {
  if (process.platform === "linux") return readProcess(pid)?.start === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ends what the sessions of dead processes left running, each ledger by a shell of its own, and removes it. */
function sweepStale(directory: string): void {
  for (const name of readdirSync(directory)) {
    const match = LEDGER_NAME.exec(name);
    if (match === null) continue;
    const [, pid, start, random, boot] = match;
    if (boot !== bootId()) {
      rmSync(join(directory, name), { force: true });
      continue;
    }
    if (isRunning(Number(pid), Number(start))) continue;
    const sweeper = spawn("/bin/sh", ["-c", GUARDIAN_SCRIPT, "sweeper", join(directory, name), `${pid}-${random}`], {
      stdio: "ignore",
      detached: true,
      cwd: "/",
      env: GUARDIAN_ENV,
    });
    sweeper.on("error", () => undefined);
    sweeper.unref();
  }
}

let guardian: Guardian | undefined;

/** The one guardian of this process, made with the first session. `directory` is where ledgers are kept. */
export function guardianFor(directory: string): Guardian {
  if (guardian !== undefined) return guardian;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    guardian = new Guardian(directory);
  } catch {
    // No home, or one that may not be written to: the ledger then lives and dies with this boot.
    guardian = new Guardian(mkdtempSync(join(tmpdir(), "ptywright-ledger-")));
  }
  return guardian;
}

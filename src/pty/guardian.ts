import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import {
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import type { Socket } from "node:net";
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

/** One that ends sooner is not started again by itself: something here ends it each time. */
const MIN_LIFE_MS = 1_000;

/** It needs grep, sleep and rm, whatever the caller's PATH leaves out. */
const GUARDIAN_ENV = { PATH: [process.env.PATH, "/usr/bin:/bin"].filter(Boolean).join(":") };

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").slice(0, 8);
  } catch {
    return "";
  }
}

/** A file that lists the sessions that must not outlive us. */
interface Ledger {
  readonly path: string;
  fd: number;
}

/**
 * Makes sure that no session outlives this process, not even when it is killed with SIGKILL: a shell of about a
 * megabyte that sleeps until our end of a pipe closes, and a ledger on disk for the case that it was killed as well.
 */
export class Guardian {
  readonly #live = new Map<number, ProcessGroup>();
  /** Undefined where no file can be written at all; the guardian then goes by the marks in environments. */
  readonly #ledger: Ledger | undefined;
  #lines = 0;
  #process: ChildProcess | undefined;

  constructor(directory: string | undefined) {
    const isUsable = directory !== undefined && isPrivate(directory);
    this.#ledger = isUsable ? createLedger(directory) : createTemporaryLedger();
    endLeftBehind(directory);
  }

  /** Called before each fork: a guardian that did not live for long is brought back by the next session only. */
  ready(): this {
    if (this.#process === undefined) this.#start();
    return this;
  }

  add(group: ProcessGroup): void {
    // Gone before its start time could be read: there is nobody to guard, and the bare number may soon be a stranger's.
    if (process.platform === "linux" && group.leaderStart === 0) return;
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
    const child = spawn("/bin/sh", ["-c", GUARDIAN_SCRIPT, "guardian", this.#ledger?.path ?? "", HOST_MARKER], {
      stdio: ["pipe", "ignore", "ignore"],
      // A session of its own: Ctrl-C in our terminal must not reach it.
      detached: true,
      cwd: "/",
      env: GUARDIAN_ENV,
    });
    child.unref();
    const began = performance.now();
    child.on("error", () => (this.#process = undefined));
    child.on("exit", () => {
      this.#process = undefined;
      if (this.#live.size > 0 && performance.now() - began > MIN_LIFE_MS) this.#start();
    });
    // Out of descriptors there is no pipe; the error event says so.
    const pipe = child.stdin as Socket | undefined;
    pipe?.unref();
    pipe?.on("error", () => undefined);
    this.#process = child;
  }

  #append(sign: "+" | "-", { leader, leaderStart }: ProcessGroup): void {
    if (this.#ledger === undefined) return;
    this.#lines++;
    try {
      writeSync(this.#ledger.fd, `${sign} ${leader} ${leaderStart}\n`);
    } catch {
      // A full disk must not keep anybody from using a terminal; the guardian still finds marked processes.
    }
  }

  /** Without what is past. A new file takes the old one's name, so that whoever looks finds one or the other. */
  #rewrite(): void {
    const ledger = this.#ledger;
    if (ledger === undefined) return;
    try {
      const next = `${ledger.path}.new`;
      const fd = openSync(next, NEW_PRIVATE_FILE, 0o600);
      renameSync(next, ledger.path);
      closeSync(ledger.fd);
      ledger.fd = fd;
      this.#lines = 0;
      for (const group of this.#live.values()) this.#append("+", group);
    } catch {
      // It goes on growing until there is room again.
    }
  }
}

const { O_CREAT, O_WRONLY, O_EXCL, O_APPEND, O_NOFOLLOW } = constants;
const NEW_PRIVATE_FILE = O_CREAT | O_WRONLY | O_EXCL | O_APPEND | O_NOFOLLOW;

/** Ours, and nobody else's to write to: what is in a ledger will be killed. */
function isPrivate(path: string): boolean {
  try {
    const { uid, mode } = lstatSync(path);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

function createLedger(directory: string): Ledger | undefined {
  const start = readProcess(process.pid)?.start ?? 0;
  const path = join(directory, `${process.pid}-${start}-${HOST_MARKER.split("-")[1]}-${bootId()}.ledger`);
  try {
    return { path, fd: openSync(path, NEW_PRIVATE_FILE, 0o600) };
  } catch {
    return undefined;
  }
}

/** Where the runtime directory cannot be used: in a folder of its own, which the guardian removes. */
function createTemporaryLedger(): Ledger | undefined {
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), "ptywright-ledger-"));
  } catch {
    return undefined;
  }
  const ledger = createLedger(folder);
  if (ledger === undefined) rmSync(folder, { recursive: true, force: true });
  return ledger;
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
export function endLeftBehind(directory: string | undefined): void {
  if (directory === undefined || !isPrivate(directory)) return;
  for (const name of listFiles(directory)) {
    const match = LEDGER_NAME.exec(name);
    if (match === null || !isPrivate(join(directory, name))) continue;
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

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

let guardian: Guardian | undefined;

/** The one guardian of this process, made with the first session. `directory` is where ledgers are kept, if there is such a place. */
export function guardianFor(directory: () => string | undefined): Guardian {
  return (guardian ??= new Guardian(directory()));
}

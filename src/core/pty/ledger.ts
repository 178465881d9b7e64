import {
  closeSync,
  constants,
  futimesSync,
  lstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownLedgerName } from "./ledger-name.js";

const { O_CREAT, O_WRONLY, O_EXCL, O_APPEND, O_NOFOLLOW } = constants;
const NEW_PRIVATE_FILE = O_CREAT | O_WRONLY | O_EXCL | O_APPEND | O_NOFOLLOW;

/** Ours, and nobody else's to write to: what is in a ledger will be killed. */
export function isPrivate(path: string): boolean {
  try {
    const { uid, mode } = lstatSync(path);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** A file that lists the sessions that must not outlive us. */
export class Ledger {
  readonly path: string;
  #fd: number;
  #lines = 0;
  #isCut = false;

  private constructor(path: string) {
    this.path = path;
    this.#fd = openSync(path, NEW_PRIVATE_FILE, 0o600);
  }

  /** In this directory if it is ours alone, else in a temporary one; undefined where no file can be written at all. */
  static create(directory: string | undefined): Ledger | undefined {
    if (directory === undefined || !isPrivate(directory)) return Ledger.#createTemporary();
    return Ledger.#createIn(directory);
  }

  static #createIn(directory: string): Ledger | undefined {
    try {
      return new Ledger(join(directory, ownLedgerName()));
    } catch {
      return undefined;
    }
  }

  /** In a folder of its own, which the guardian removes. */
  static #createTemporary(): Ledger | undefined {
    let folder: string;
    try {
      folder = mkdtempSync(join(tmpdir(), "ptywright-ledger-"));
    } catch {
      return undefined;
    }
    const ledger = Ledger.#createIn(folder);
    if (ledger === undefined) rmSync(folder, { recursive: true, force: true });
    return ledger;
  }

  /** How many there are to read. */
  get lines(): number {
    return this.#lines;
  }

  /** False if there was no room for it on the disk. */
  append(text: string): boolean {
    this.#lines++;
    try {
      // Behind a line of which only a part had room.
      const whole = (this.#isCut ? "\n" : "") + text;
      this.#isCut = writeSync(this.#fd, whole) < Buffer.byteLength(whole);
      return !this.#isCut;
    } catch {
      return false;
    }
  }

  /** Its age tells those who cannot see us that we live. */
  touch(): void {
    try {
      futimesSync(this.#fd, Date.now() / 1_000, Date.now() / 1_000);
    } catch {
      // A disk that cannot be written to now may be tomorrow.
    }
  }

  /** With this instead of what is past. A new file takes the old one's name, so that whoever looks finds one or the other. */
  rewrite(text: string): void {
    const next = `${this.path}.new`;
    let fd: number | undefined;
    try {
      fd = openSync(next, NEW_PRIVATE_FILE, 0o600);
      if (writeSync(fd, text) < Buffer.byteLength(text)) throw new Error("there is no room for it");
      renameSync(next, this.path);
      closeSync(this.#fd);
      this.#fd = fd;
      this.#lines = text.split("\n").length;
      this.#isCut = false;
    } catch {
      // It goes on growing until there is room again.
      if (fd !== undefined) closeSync(fd);
      rmSync(next, { force: true });
    }
  }
}

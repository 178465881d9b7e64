import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  MAX_PATH_CHARS,
  MAX_RECORD_BYTES,
  MAX_RECORD_CHARS,
  MAX_RECORD_ENTRIES,
  MAX_RECORD_LINE_BYTES,
} from "../../base/index.js";
import type { ProgramRecord } from "./side-facts.js";
import { picked } from "./picked-fields.js";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const SUFFIX = ".jsonl";
/** Parsed without a pause. */
const SLICE_BYTES = 262_144;

/**
 * The end of a program's own record, one JSON value a line. Who names the file may be anybody, so it is read only below the folders that the
 * manifest names, through no link, and only if it is a plain file of ours with no second name; and of its entries only the fields that the manifest names.
 */
export class RecordFile {
  readonly #folders: readonly string[];
  readonly #keep: readonly string[];
  #read: { readonly key: string; readonly record: ProgramRecord } | undefined;

  constructor(folders: readonly string[], keep: readonly string[]) {
    this.#folders = folders;
    this.#keep = keep;
  }

  /** Undefined if there is none that may be read. What has not changed is not read again. */
  async read(path: string): Promise<ProgramRecord | undefined> {
    const real = await this.#allowed(path);
    const file = real && (await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined));
    if (!file) return undefined;
    try {
      const stats = await file.stat();
      // A second name may be one outside of the folders.
      if (!stats.isFile() || stats.nlink > 1) return undefined;
      if (process.getuid !== undefined && stats.uid !== process.getuid()) return undefined;
      const { size, mtimeMs, ino } = stats;
      const key = `${real} ${ino} ${size} ${mtimeMs}`;
      if (this.#read?.key !== key) this.#read = { key, record: await this.#record(file, size) };
      return this.#read.record;
    } catch {
      return undefined;
    } finally {
      await file.close();
    }
  }

  /** The file as it is called without links, if it lies where it may. */
  async #allowed(path: string): Promise<string | undefined> {
    if (path.length > MAX_PATH_CHARS || !isAbsolute(path) || !path.endsWith(SUFFIX) || path.includes("\0"))
      return undefined;
    const folder = await realpath(dirname(path)).catch(() => undefined);
    if (folder === undefined) return undefined;
    for (const allowed of this.#folders) {
      const real = await realpath(allowed).catch(() => undefined);
      if (real !== undefined && `${folder}${sep}`.startsWith(`${real}${sep}`)) return join(folder, basename(path));
    }
    return undefined;
  }

  async #record(file: FileHandle, size: number): Promise<ProgramRecord> {
    const from = Math.max(0, size - MAX_RECORD_BYTES);
    const buffer = Buffer.alloc(Math.min(size, MAX_RECORD_BYTES));
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = (await file.read(buffer, length, buffer.length - length, from + length)).bytesRead;
    return this.#entries(buffer.subarray(0, length), from > 0);
  }

  /** From the newest to the oldest, as far as there is room. A line without its end is still being written. */
  async #entries(bytes: Buffer, isCut: boolean): Promise<ProgramRecord> {
    const entries: unknown[] = [];
    let end = bytes.lastIndexOf(0x0a);
    let chars = 0;
    let parsed = 0;
    while (end > 0) {
      const before = bytes.lastIndexOf(0x0a, end - 1);
      // The first line of a piece may lack its beginning.
      if (before < 0 && isCut) return { entries: entries.reverse(), cut: true };
      const line = bytes.subarray(before + 1, end);
      end = before;
      const entry = line.length > MAX_RECORD_LINE_BYTES ? undefined : this.#entry(line);
      if (entry !== undefined) {
        chars += JSON.stringify(entry).length;
        if (entries.length === MAX_RECORD_ENTRIES || chars > MAX_RECORD_CHARS)
          return { entries: entries.reverse(), cut: true };
        entries.push(entry);
      }
      parsed += line.length;
      if (parsed > SLICE_BYTES) {
        parsed = 0;
        await nextTurn();
      }
    }
    return { entries: entries.reverse(), cut: isCut };
  }

  #entry(line: Buffer): unknown {
    try {
      return picked(JSON.parse(line.toString("utf8")), this.#keep);
    } catch {
      return undefined;
    }
  }
}

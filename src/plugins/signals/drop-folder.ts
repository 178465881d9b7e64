import { constants, watch } from "node:fs";
import type { BigIntStats, FSWatcher } from "node:fs";
import { lstat, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_SIGNAL_FILES_AT_ONCE, MAX_SIGNAL_FILE_BYTES, SIGNAL_PAUSE_MS } from "../../base/index.js";
import { remakeChannelFolder } from "./channel-folder.js";
import { entriesOf, inside, movedAway, removeTree } from "./discarded.js";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Names whose order is kept; of more at once the times decide. */
const MAX_ARRIVALS = 1_024;
/** Entries that are looked at in one go, those that are still being written too. A folder that has more is emptied. */
const MAX_LOOKED_AT = 4_096;
/** How often the folder is made anew. Whoever spoils it more often wants nobody to hear anything. */
const MAX_REMADE = 8;
const DOT = 0x2e;

export interface DropListener {
  /** A text that was left there, whole. */
  onText(text: string): void;
  /** Something that is no text to take: too large, a link, a folder. */
  onRefused(): void;
  /** Nothing is taken from there any more. */
  onLost(reason: string): void;
}

interface Found {
  readonly names: readonly Buffer[];
  /** There is more than anybody has to tell. */
  readonly isFlooded: boolean;
}

/**
 * A folder in which anybody of the user may leave texts: written under a name that begins with a dot, then renamed. So nobody who writes
 * ever waits for us, no two writers mix, and a text is there whole or not at all. They are taken in the order of their renaming, a few at a
 * time with a pause between, so that a flood costs its writer more than us; what was taken is removed. Anybody can also spoil the folder:
 * then it is made anew, and after a few times given up.
 */
export class DropFolder {
  readonly path: string;
  readonly #listener: DropListener;
  #watcher: FSWatcher;
  /** The folder that is watched: another one may have taken its place. */
  #watched: string | undefined;
  #remade = 0;
  /** The order in which names were heard of: the times of files are coarser. */
  readonly #arrivals = new Map<string, number>();
  #heard = 0;
  #next: NodeJS.Timeout | undefined;
  #taking: Promise<void> | undefined;
  #isStale = false;
  #isClosed = false;

  /** Throws where the system lets nobody watch. */
  constructor(path: string, listener: DropListener) {
    this.path = path;
    this.#listener = listener;
    this.#watcher = this.#watch();
    this.#changed();
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#taking;
  }

  #watch(): FSWatcher {
    const watcher = watch(this.path, { persistent: false, encoding: "buffer" }, (_, name) => {
      // Still being written.
      if (name?.[0] === DOT) return;
      const key = name?.toString("latin1");
      if (key !== undefined && this.#arrivals.size < MAX_ARRIVALS && !this.#arrivals.has(key))
        this.#arrivals.set(key, this.#heard++);
      this.#changed();
    });
    watcher.on("error", () => this.#changed());
    return watcher;
  }

  #stop(): void {
    this.#isClosed = true;
    this.#watcher.close();
    clearTimeout(this.#next);
  }

  #changed(): void {
    this.#isStale = true;
    if (this.#isClosed || this.#next !== undefined || this.#taking !== undefined) return;
    this.#taking = this.#takeAll();
  }

  async #takeAll(): Promise<void> {
    this.#isStale = false;
    let isMore = false;
    try {
      isMore = await this.#take();
    } catch (error) {
      isMore = await this.#remake(String(error));
    }
    this.#taking = undefined;
    if (this.#isClosed || (!isMore && !this.#isStale)) return;
    this.#next = setTimeout(() => {
      this.#next = undefined;
      this.#changed();
    }, SIGNAL_PAUSE_MS).unref();
  }

  /** Whether there may be more. Throws if the folder is gone, another one, or one from which nothing can be removed. */
  async #take(): Promise<boolean> {
    await this.#check();
    const heardBefore = this.#heard;
    const { names, isFlooded } = await this.#find();
    const found = await Promise.all(
      names.map(async (name) => ({ name, stats: await statsOf(inside(this.path, name)) })),
    );
    // By then the loop has heard of all whose names were read.
    await nextTurn();
    found.sort((one, other) => this.#arrival(one.name) - this.#arrival(other.name) || byTime(one.stats, other.stats));
    // All that was heard of before the folder was empty is gone.
    if (names.length === 0)
      for (const [name, number] of this.#arrivals) if (number < heardBefore) this.#arrivals.delete(name);
    let bytes = 0;
    for (const [at, { name, stats }] of found.entries()) {
      if (stats === undefined) continue;
      const size = Number(stats.size);
      if (this.#isClosed || (at > 0 && bytes + size > MAX_SIGNAL_FILE_BYTES && size <= MAX_SIGNAL_FILE_BYTES))
        return true;
      const path = inside(this.path, name);
      const text = await read(path);
      if (text === undefined) this.#listener.onRefused();
      else this.#listener.onText(text);
      bytes += text?.length ?? 0;
      await this.#remove(path);
    }
    if (isFlooded) throw new Error(`more than ${MAX_LOOKED_AT} files are in it`);
    return names.length === MAX_SIGNAL_FILES_AT_ONCE;
  }

  /** That the folder is the one that is watched. */
  async #check(): Promise<void> {
    const stats = await lstat(this.path, { bigint: true });
    // The number of one that is gone may be given again.
    const found = `${stats.dev} ${stats.ino} ${stats.birthtimeNs}`;
    if (!stats.isDirectory() || found !== (this.#watched ??= found)) throw new Error("another one has taken its place");
  }

  /** A folder that was put there goes with all it has. Throws if it would be taken again and again. */
  async #remove(path: Buffer): Promise<void> {
    try {
      await unlink(path);
    } catch {
      if ((await statsOf(path)) !== undefined) void removeTree(await movedAway(path, dirname(this.path)));
    }
  }

  /** The folder anew, for somebody has spoilt it. Whether that was done. */
  async #remake(reason: string): Promise<boolean> {
    if (this.#isClosed) return false;
    try {
      if (this.#remade++ === MAX_REMADE) throw new Error(reason);
      this.#listener.onRefused();
      await remakeChannelFolder(this.path);
      this.#watcher.close();
      this.#watched = undefined;
      this.#arrivals.clear();
      this.#watcher = this.#watch();
      if (this.#isClosed) this.#watcher.close();
      return true;
    } catch (error) {
      this.#stop();
      this.#listener.onLost(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  #arrival(name: Buffer): number {
    return this.#arrivals.get(name.toString("latin1")) ?? Number.MAX_SAFE_INTEGER;
  }

  async #find(): Promise<Found> {
    const names: Buffer[] = [];
    let looked = 0;
    for await (const { name } of await entriesOf(this.path)) {
      if (name[0] !== DOT) names.push(name);
      if (names.length === MAX_SIGNAL_FILES_AT_ONCE) break;
      if (++looked === MAX_LOOKED_AT) return { names, isFlooded: true };
    }
    return { names, isFlooded: false };
  }
}

const statsOf = (path: Buffer): Promise<BigIntStats | undefined> =>
  lstat(path, { bigint: true }).catch(() => undefined);

/** Renaming changes it, on most systems; writing did before on the others. */
const byTime = (one: BigIntStats | undefined, other: BigIntStats | undefined): number =>
  Number((one?.ctimeNs ?? 0n) - (other?.ctimeNs ?? 0n));

/** Undefined for what is no plain file of a fair size. */
async function read(path: Buffer): Promise<string | undefined> {
  // Not through a link, and without waiting for somebody at the other end of a pipe.
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    if (!(await file.stat()).isFile()) return undefined;
    // One byte more than it may have: it may still grow.
    const buffer = Buffer.alloc(MAX_SIGNAL_FILE_BYTES + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) return buffer.toString("utf8", 0, length);
      length += bytesRead;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

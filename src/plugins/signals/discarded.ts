import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Dirent } from "node:fs";
import { chmod, opendir, rename, rmdir, unlink } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";

/** Entries that we remove ourselves, one after the other, and how deep. Of more, a process of its own does it. */
const MAX_ENTRIES = 1_024;
const MAX_DEPTH = 3;

/** Entries of a folder by their bytes: a name need not be text. */
export async function entriesOf(path: string | Buffer): Promise<AsyncIterable<Dirent<Buffer>>> {
  // The types know only of names that are text.
  return (await opendir(path, { encoding: "buffer" as BufferEncoding })) as unknown as AsyncIterable<Dirent<Buffer>>;
}

export const inside = (folder: string | Buffer, name: Buffer): Buffer =>
  Buffer.concat([Buffer.from(folder), Buffer.from("/"), name]);

/** Takes a folder away in one step, whatever is in it and whoever still writes there, into another one. Its new path. */
export async function movedAway(path: string | Buffer, into: string): Promise<string> {
  const away = join(into, `gone-${randomUUID()}`);
  await rename(path, away).catch(async () => {
    // It may be one that nobody may write to.
    await chmod(path, 0o700);
    await rename(path, away);
  });
  return away;
}

/**
 * Removes a folder with all that it has. A few entries are gone at the end of it; many are left to a process that takes its time. What
 * cannot be removed stays.
 */
export async function removeTree(path: string): Promise<void> {
  if (!(await isRemoved(path, { entries: MAX_ENTRIES }, MAX_DEPTH))) leaveToAnother(path);
}

async function isRemoved(path: string | Buffer, left: { entries: number }, depth: number): Promise<boolean> {
  if (depth === 0) return false;
  try {
    for await (const entry of await entriesOf(path)) {
      if (left.entries-- === 0) return false;
      const inner = inside(path, entry.name);
      if (!entry.isDirectory()) await unlink(inner);
      else if (!(await isRemoved(inner, left, depth - 1))) return false;
    }
    await rmdir(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time. It goes on when we have ended; what it was not told of yet is met by the next start. */
function leaveToAnother(path: string): void {
  last = last.then(async () => {
    const child = spawn("rm", ["-rf", "--", path], { detached: true, stdio: "ignore" });
    child.unref();
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended already.
    }
    await once(child, "close").catch(() => undefined);
  });
}

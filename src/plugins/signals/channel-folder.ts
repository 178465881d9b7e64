import { lstat, mkdir, mkdtemp, opendir, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isOwnerGone, ownerName } from "../../core/pty/index.js";
import { Paths } from "../../home/config/index.js";
import { movedAway, removeTree } from "./discarded.js";

/** Folders of dead processes that are removed at one start; the rest at the next. */
const MAX_SWEPT = 256;

const swept = new Map<string, Promise<void>>();

/** A new folder that only this user may enter. What dead processes left beside it is removed, once. */
export async function makeChannelFolder(): Promise<string> {
  const root = Paths.fromEnv().ensureChannelsDir();
  const own = join(root, ownerName());
  let sweep = swept.get(root);
  if (sweep === undefined) swept.set(root, (sweep = sweepChannels(root)));
  await sweep;
  await mkdir(own, { mode: 0o700, recursive: true });
  return mkdtemp(join(own, "channel-"));
}

/** The same folder anew, empty. What is at its place now is taken away with all that it has. */
export async function remakeChannelFolder(path: string): Promise<void> {
  const own = dirname(path);
  await mkdir(own, { mode: 0o700, recursive: true });
  if (await isThere(path)) void removeTree(await movedAway(path, own));
  await mkdir(path, { mode: 0o700 });
}

/** With all that is in it. The folder of the process goes with its last one. */
export async function removeChannelFolder(path: string): Promise<void> {
  const own = dirname(path);
  try {
    await removeTree(await movedAway(path, own));
    await rmdir(own);
  } catch {
    // It is gone, or what is left over is met again at the next start.
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function sweepChannels(root: string): Promise<void> {
  try {
    let count = 0;
    for await (const { name } of await opendir(root)) {
      const path = join(root, name);
      const { mtimeMs } = await stat(path);
      if (!isOwnerGone(name, Date.now() - mtimeMs)) continue;
      await removeTree(path);
      if (++count === MAX_SWEPT) return;
    }
  } catch {
    // What is left over is met again at the next start.
  }
}

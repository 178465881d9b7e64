import { closeSync, openSync, readSync } from "node:fs";

/** As much as the kernel lets an environment be, unless an administrator has changed that. */
export const MAX_ENVIRONMENT_BYTES = 2_097_152;

/** One for all: it is filled and used up at once. */
const chunk = Buffer.allocUnsafeSlow(65_536);

/**
 * The beginning of a file in /proc whose process decides how long it is: a program can make its command line and its environment
 * of gigabytes, without any privilege (PR_SET_MM_MAP). Undefined if it is gone, or not ours to read.
 */
export function readStart(path: string, maxBytes: number): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    for (let text = ""; ;) {
      const count = readSync(fd, chunk, 0, Math.min(chunk.length, maxBytes - text.length), null);
      if (count === 0) return text;
      text += chunk.toString("latin1", 0, count);
    }
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

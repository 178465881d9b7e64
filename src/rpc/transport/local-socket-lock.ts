import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, realpathSync, unlinkSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { isSameFile, statsAt } from "./local-socket-occupant.js";

/** `open` also locks, on the BSDs and macOS; Node has no name for it. */
const O_EXLOCK = 0x20;

/**
 * The right to replace a stale socket, for one server at a time; undefined if another has it. Only locks that the kernel
 * releases when their holder dies: what is left behind on disk would be stale itself, and as hard to judge.
 */
export function lockPlace(path: string): (() => void) | undefined {
  switch (process.platform) {
    case "linux":
    case "android":
      return lockName(path);
    case "darwin":
    case "freebsd":
    case "openbsd":
    case "netbsd":
      return lockFile(path);
    default:
      return undefined;
  }
}

/**
 * A name in the abstract namespace, which has no files. Any local user could hold it, and would only keep us from
 * replacing a stale socket; a free path is taken without it.
 */
function lockName(path: string): (() => void) | undefined {
  const realPath = join(realpathSync(dirname(path)), basename(path));
  const hash = createHash("sha256").update(realPath).digest("hex").slice(0, 32);
  const holder = createServer((socket) => socket.destroy());
  // `listening` has the answer at once; the event only repeats it.
  holder.on("error", () => undefined);
  holder.listen({ path: `\0ptywright-${process.geteuid?.() ?? 0}-${hash}`, exclusive: true });
  return holder.listening ? () => holder.close() : undefined;
}

function lockFile(path: string): (() => void) | undefined {
  const file = `${path}.lock`;
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  let fd: number;
  try {
    fd = openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_EXLOCK, 0o600);
  } catch {
    return undefined;
  }
  // The holder before us removes the file, perhaps after we opened it: then what we locked has no name any more.
  if (!isSameFile(statsAt(file), fstatSync(fd, { bigint: true }))) {
    closeSync(fd);
    return undefined;
  }
  return () => {
    unlinkSync(file);
    closeSync(fd);
  };
}

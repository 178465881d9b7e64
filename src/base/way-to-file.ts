import { lstatSync, readlinkSync, type BigIntStats } from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";

const WRITABLE_BY_GROUP = 0o020n;
const WRITABLE_BY_ALL = 0o002n;
const STICKY = 0o1000n;
/** As many as Linux follows. */
const MAX_LINKS = 40;

/** What was found on the way to a file. */
export interface WayToFile {
  /** By what somebody else could put another file there, and what to do about it; undefined if nobody can. */
  readonly doubt?: { readonly problem: string; readonly advice: string };
  /** The file itself, not a link to it; undefined if there is none. */
  readonly file?: BigIntStats;
}

/**
 * Looks at every directory and every link from the root to a path, as the kernel follows it: each must belong to root or to this user, and no
 * other may write to a directory, unless it is sticky. (In a sticky one others can neither remove nor rename what is not theirs, and that
 * it is not theirs is what is asked of the next.) Permissions of access lists are seen too: their mask is what a file shows as its group's. Whoever owns the root
 * directory counts as root: in a user namespace root itself may have no number. What is not there yet is nobody's fault.
 */
export function wayToFile(path: string): WayToFile {
  // Windows has no owners that a number could name.
  if (process.geteuid === undefined) return {};
  const left = (isAbsolute(path) ? path : join(process.cwd(), sep) + path).split(sep).reverse();
  let here: string = sep;
  let file = statsOf(here);
  const trusted = [0n, BigInt(process.geteuid()), file?.uid];
  for (let links = 0; file !== undefined;) {
    const doubt = doubtAbout(here, file, trusted);
    if (doubt !== undefined) return { doubt };
    if (file.isSymbolicLink()) {
      if (++links > MAX_LINKS) return {};
      const target = readlinkSync(here);
      left.push(...target.split(sep).reverse());
      here = isAbsolute(target) ? sep : dirname(here);
    } else {
      const name = left.pop();
      if (name === undefined) return { file };
      here = name === ".." ? dirname(here) : join(here, name);
    }
    file = statsOf(here);
  }
  return {};
}

function doubtAbout(path: string, file: BigIntStats, trusted: readonly unknown[]): WayToFile["doubt"] {
  if (!trusted.includes(file.uid))
    return {
      problem: `${path} belongs to another user, who could replace it`,
      advice: "choose a path in a directory of your own",
    };
  if (!file.isDirectory() || (file.mode & STICKY) !== 0n || (file.mode & (WRITABLE_BY_GROUP | WRITABLE_BY_ALL)) === 0n)
    return undefined;
  const who = (file.mode & WRITABLE_BY_ALL) === 0n ? "its group" : "every user";
  return {
    problem: `${who} may replace files in ${path}`,
    advice: `chmod go-w ${path}, or choose a path in a directory of your own`,
  };
}

/** Undefined also where we may not look: there we can neither connect nor listen. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

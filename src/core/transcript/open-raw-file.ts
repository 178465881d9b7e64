import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { InvalidArgumentError, RawTranscriptError } from "../../base/index.js";

// Windows lacks some of these flags; there they have nothing to guard against in the same way.
const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants;
const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;
/** A FIFO without a reader must fail, not hang, and a terminal must not become ours. */
const NO_WAIT = ((constants.O_NONBLOCK as number | undefined) ?? 0) | ((constants.O_NOCTTY as number | undefined) ?? 0);

const PRIVATE = 0o600;

/** Opens the file for the raw bytes so that they can end up nowhere but in a private regular file of our own. */
export function openRawFile(path: string, append: boolean): number {
  if (typeof path !== "string" || path === "" || path.includes("\0"))
    throw new InvalidArgumentError("path", "path of the raw transcript must be a non-empty string without NUL bytes");
  try {
    return append ? openForAppend(path) : create(path, 0);
  } catch (error) {
    throw error instanceof RawTranscriptError ? error : explain(path, error as NodeJS.ErrnoException);
  }
}

function create(path: string, flags: number): number {
  const fd = openSync(path, O_WRONLY | O_CREAT | O_EXCL | NO_FOLLOW | flags, PRIVATE);
  // The umask can only have taken bits away; give the owner's back.
  if (process.platform !== "win32") fchmodSync(fd, PRIVATE);
  return fd;
}

function openForAppend(path: string): number {
  // Opening what exists and creating what does not are separate calls, so that each can be as strict as it should be. The
  // file may come or go in between, hence a second round; a file that keeps doing so is no file for us.
  for (let attempt = 0; ; attempt++) {
    try {
      return openExisting(path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
    try {
      return create(path, O_APPEND);
    } catch (error) {
      if (codeOf(error) !== "EEXIST" || attempt === 3) throw error;
    }
  }
}

function openExisting(path: string): number {
  const fd = openSync(path, O_WRONLY | O_APPEND | NO_FOLLOW | NO_WAIT);
  const danger = unsafeBecause(fstatSync(fd));
  if (danger === undefined) return fd;
  closeSync(fd);
  throw unsafe(path, danger);
}

function unsafeBecause(stats: Stats): string | undefined {
  if (stats.isSymbolicLink()) return "is a symbolic link";
  if (!stats.isFile()) return "is not a regular file";
  if (process.geteuid !== undefined && stats.uid !== process.geteuid()) return "belongs to another user";
  if (stats.nlink !== 1) return "has more than one name (hard links)";
  return undefined;
}

function explain(path: string, error: NodeJS.ErrnoException): RawTranscriptError {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (error.code === "EEXIST" && found?.isFile())
    return new RawTranscriptError(
      "raw_transcript_exists",
      path,
      `raw transcript ${path} already exists and is never overwritten; choose another path, or pass append to add to it`,
      { cause: error },
    );
  // ELOOP and EMLINK: a symbolic link; ENXIO: a FIFO or socket nobody reads; EISDIR: a directory.
  if (["EEXIST", "ELOOP", "EMLINK", "ENXIO", "EISDIR"].includes(error.code ?? "") && found !== undefined)
    return unsafe(path, unsafeBecause(found) ?? "was exchanged while it was opened", error);
  return new RawTranscriptError(
    "raw_transcript_failed",
    path,
    `cannot open raw transcript ${path}: ${reason(error)}; its directory must exist and be writable`,
    { cause: error },
  );
}

function unsafe(path: string, why: string, cause?: unknown): RawTranscriptError {
  return new RawTranscriptError(
    "raw_transcript_unsafe",
    path,
    `raw transcript ${path} ${why}; give the path of a new file, or of a regular file of your own to append to`,
    { cause },
  );
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function reason(error: NodeJS.ErrnoException): string {
  const known: Record<string, string> = {
    ENOENT: "no such directory",
    ENOTDIR: "a part of the path is not a directory",
    EACCES: "permission denied",
    EROFS: "read-only file system",
    ENAMETOOLONG: "the path is too long",
  };
  return known[error.code ?? ""] ?? error.message;
}

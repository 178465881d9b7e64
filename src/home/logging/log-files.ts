import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

const NAME = /^ptywright\.(\d{4}-\d{2}-\d{2})\.log$/;
const DAY_MS = 86_400_000;
const PRIVATE = 0o600;

/** The UTC day a moment belongs to, as in file names. */
export function logDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The name of a day's log file. */
export function logFileName(day: string): string {
  return `ptywright.${day}.log`;
}

/** The day in a log file's name; undefined for every other name, days that do not exist included. */
export function dayOfLogFile(name: string): string | undefined {
  const day = NAME.exec(name)?.[1];
  if (day === undefined) return undefined;
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && logDay(time) === day ? day : undefined;
}

/**
 * Deletes log files more than `maxDays` days old and returns their names; 0 keeps all. Only regular files with exactly a
 * log file's name are touched. What cannot be deleted is left for the next time.
 */
export function cleanupOldLogs(directory: string, maxDays: number, now: Date = new Date()): string[] {
  if (maxDays === 0) return [];
  const oldest = logDay(new Date(Math.max(0, now.getTime() - maxDays * DAY_MS)));
  return namesIn(directory).filter((name) => {
    const day = dayOfLogFile(name);
    return day !== undefined && day < oldest && deleted(join(directory, name));
  });
}

/** The log files of a directory, oldest first: regular files with exactly a log file's name. */
export function listLogFiles(directory: string): { readonly day: string; readonly path: string }[] {
  return namesIn(directory)
    .flatMap((name) => {
      const day = dayOfLogFile(name);
      const path = join(directory, name);
      return day !== undefined && isRegular(path) ? [{ day, path }] : [];
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

function isRegular(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function deleted(path: string): boolean {
  try {
    if (!lstatSync(path).isFile()) return false;
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Opens a log file for appending: private, ours, a regular file, and not through a link. Throws with the reason. */
export function openLogFile(path: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  // Absent on Windows. O_NONBLOCK keeps a FIFO of that name from holding up the start.
  const guards = [constants.O_NOFOLLOW, constants.O_NONBLOCK, constants.O_NOCTTY] as (number | undefined)[];
  const flags = guards.reduce<number>((all, flag) => all | (flag ?? 0), O_WRONLY | O_APPEND | O_CREAT);
  let fd: number;
  try {
    fd = openSync(path, flags, PRIVATE);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === "ELOOP"
      ? new Error(`${path} is a symbolic link`, { cause: error })
      : new Error(message, { cause: error });
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    if (process.geteuid !== undefined && stats.uid !== process.geteuid())
      throw new Error(`${path} belongs to another user`);
    if (stats.nlink !== 1) throw new Error(`${path} has more than one name (hard links)`);
    if (process.platform !== "win32") fchmodSync(fd, PRIVATE);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

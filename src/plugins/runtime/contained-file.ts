import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { MAX_PLUGIN_FILE_BYTES, PtywrightError, shown } from "../../base/index.js";

/** A file of a plugin that does not exist, is too large, or does not lie in the plugin's own directory. */
export class PluginFileError extends PtywrightError {
  readonly file: string;
  readonly problem: string;

  constructor(file: string, problem: string) {
    super("plugin_file_refused", `${shown(file)} ${problem}`);
    this.file = file;
    this.problem = problem;
  }
}

/** Not following the last name and not waiting for a FIFO's writer; Windows has neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Which directory it is, whatever its path leads to later. */
export function identityOf(directory: string): string {
  const { dev, ino } = statSync(directory, { bigint: true });
  return `${dev}:${ino}`;
}

/**
 * Reads a file of a plugin. With an `identity`, only while the root is still that directory. What was checked is what is read: the descriptor is compared with the path after it was opened, so
 * that neither a link nor a file exchanged in between leads out of the directory.
 */
export function readContainedFile(
  root: string,
  file: string,
  maxBytes = MAX_PLUGIN_FILE_BYTES,
  identity?: string,
): Uint8Array {
  checkName(file);
  const realRoot = realpathOf(root, file);
  if (identity !== undefined && (realRoot !== root || identityOf(realRoot) !== identity))
    throw new PluginFileError(file, "cannot be read: the plugin's directory was exchanged; load the plugin again");
  const path = realpathOf(join(realRoot, file), file);
  if (!path.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep))
    throw new PluginFileError(file, "leads out of the plugin's directory; put a copy of it there");
  const descriptor = opened(path, file);
  try {
    const { dev, ino, size } = checkedStat(descriptor, file, maxBytes);
    const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (now?.dev !== dev || now.ino !== ino || realpathOf(path, file) !== path)
      throw new PluginFileError(file, "was exchanged while it was read; load the plugin again");
    return contentOf(descriptor, Number(size), file);
  } finally {
    closeSync(descriptor);
  }
}

function checkName(file: string): void {
  const parts = file.split("/");
  const isPlain = parts.every((part) => part !== "" && part !== "." && part !== "..");
  // A colon is a drive or a stream on Windows, a backslash a separator there.
  if (!isPlain || isAbsolute(file) || /[\0\\:]/.test(file))
    throw new PluginFileError(
      file,
      "is no path inside the plugin's directory; write it like main.lua or lib/words.lua",
    );
}

function realpathOf(path: string, file: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new PluginFileError(file, `cannot be read: ${reasonOf(error)}`);
  }
}

function opened(path: string, file: string): number {
  try {
    return openSync(path, FLAGS);
  } catch (error) {
    throw new PluginFileError(file, `cannot be read: ${reasonOf(error)}`);
  }
}

function checkedStat(descriptor: number, file: string, maxBytes: number) {
  const stat = fstatSync(descriptor, { bigint: true });
  if (!stat.isFile()) throw new PluginFileError(file, "is no regular file");
  if (stat.size > maxBytes)
    throw new PluginFileError(file, `is larger than ${maxBytes} bytes; split it or make it smaller`);
  return stat;
}

function contentOf(descriptor: number, size: number, file: string): Uint8Array {
  // One byte more than it had: a file that grows meanwhile is not cut in the middle of a word.
  const content = new Uint8Array(size + 1);
  let length = 0;
  for (let count = -1; count !== 0 && length < content.length; length += count)
    count = readSync(descriptor, content, length, content.length - length, null);
  if (length > size) throw new PluginFileError(file, "grew while it was read; load the plugin again");
  return content.slice(0, length);
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "no such file";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "ELOOP":
    case "EMLINK":
      return "it is a symbolic link";
    case "ENOTDIR":
      return "a part of the path is no directory";
    default:
      return (error as Error).message;
  }
}

import type { ErrorCode } from "../../base/index.js";
import { PtywrightError } from "../../base/index.js";

/** No server can listen at this path. */
export class LocalSocketError extends PtywrightError {
  readonly path: string;

  constructor(code: ErrorCode, path: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.path = path;
  }
}

/** Somebody answers there. */
export function inUse(path: string): LocalSocketError {
  return new LocalSocketError(
    "socket_in_use",
    path,
    `a server already listens at ${path}; connect to that one, stop it, or choose another path`,
  );
}

/** What the system refused, with its reason. */
export function systemFailure(path: string, what: string, error: unknown): LocalSocketError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ""] ?? message;
  return new LocalSocketError("socket_failed", path, `${what}: ${reason}; choose a path in a directory of your own`, {
    cause: error,
  });
}

const REASONS: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  ENOTDIR: "a part of the path is not a directory",
  EEXIST: "there is a file of that name",
  EROFS: "read-only file system",
  ENOENT: "the directory is gone",
  ENOSPC: "no space left on the device",
};

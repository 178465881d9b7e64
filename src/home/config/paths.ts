import { chmodSync, mkdirSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { ConfigError } from "../../base/index.js";

export type Env = Readonly<Record<string, string | undefined>>;

const PRIVATE = 0o700;

/** `~` and `~/x` with the home directory put in; anything else, `~user` included, unchanged. */
export function expandTilde(path: string, env: Env = process.env): string {
  if (path !== "~" && !path.startsWith("~/") && !(process.platform === "win32" && path.startsWith("~\\"))) return path;
  const home = homeDirectory(env);
  return home === undefined ? path : join(home, path.slice(1));
}

function homeDirectory(env: Env): string | undefined {
  if (env["HOME"]) return env["HOME"];
  try {
    return homedir() || undefined;
  } catch {
    // A user without an entry in the password file has no home.
    return undefined;
  }
}

/** The layout of the per-user directory. Reading an accessor creates nothing; the `ensure…` calls do. */
export class Paths {
  readonly home: string;

  constructor(home: string) {
    this.home = resolve(home);
  }

  /** PTYWRIGHT_HOME unless empty, else `~/.ptywright`, else `./.ptywright`. */
  static fromEnv(env: Env = process.env): Paths {
    if (env["PTYWRIGHT_HOME"]) return new Paths(expandTilde(env["PTYWRIGHT_HOME"], env));
    const home = homeDirectory(env);
    return new Paths(home === undefined ? ".ptywright" : join(home, ".ptywright"));
  }

  get configPath(): string {
    return join(this.home, "config.toml");
  }
  get logsDir(): string {
    return join(this.home, "logs");
  }
  get dataDir(): string {
    return join(this.home, "data");
  }
  /** Where the pids of running programs are kept. */
  get ledgerDir(): string {
    return join(this.dataDir, "ledger");
  }
  /** Where running programs tell their plugins what their screens do not show. */
  get channelsDir(): string {
    return join(this.dataDir, "channels");
  }
  get transcriptsDir(): string {
    return join(this.home, "transcripts");
  }
  get socketsDir(): string {
    return join(this.home, "sockets");
  }
  /** The default server's socket; on Windows a named pipe of the user's. */
  get socketPath(): string {
    if (process.platform !== "win32") return join(this.home, "socket");
    return `\\\\.\\pipe\\ptywright-${userInfo().username.replaceAll(/[^\w.-]/g, "_")}`;
  }
  get replHistoryPath(): string {
    return join(this.home, "repl-history");
  }

  ensureHome(): string {
    return this.ensureDir(this.home);
  }
  ensureLogsDir(): string {
    return this.ensureDir(this.logsDir);
  }
  ensureDataDir(): string {
    return this.ensureDir(this.dataDir);
  }
  ensureTranscriptsDir(): string {
    return this.ensureDir(this.transcriptsDir);
  }
  ensureSocketsDir(): string {
    return this.ensureDir(this.socketsDir);
  }

  ensureChannelsDir(): string {
    return this.ensureDir(this.channelsDir);
  }

  /** Undefined where it cannot be made: running a program needs no home. */
  ensureLedgerDir(): string | undefined {
    try {
      return this.ensureDir(this.ledgerDir);
    } catch {
      return undefined;
    }
  }

  /** Creates what is missing of a directory path, private whatever the umask. What exists is left as it is. */
  ensureDir(path: string): string {
    const directory = resolve(path);
    try {
      makePrivate(directory);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new ConfigError(
        directory,
        `cannot create directory ${directory}: ${REASONS[code ?? ""] ?? message}; set PTYWRIGHT_HOME to a directory you can write to`,
        { cause: error },
      );
    }
    return directory;
  }
}

const REASONS: Record<string, string> = {
  EACCES: "permission denied",
  ENOTDIR: "a part of the path is not a directory",
  EEXIST: "there is a file of that name",
  EROFS: "read-only file system",
  ENOENT: "the parent directory is gone",
};

// One directory at a time: a recursive mkdir gives no chance to set the mode of the ones in between.
function makePrivate(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(directory) !== directory) makePrivate(dirname(directory));
  try {
    mkdirSync(directory, PRIVATE);
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code === "EEXIST" && statSync(directory).isDirectory()) return;
    throw error;
  }
  // The umask can only have taken bits away; give the owner's back.
  chmodSync(directory, PRIVATE);
}

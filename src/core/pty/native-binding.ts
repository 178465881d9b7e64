import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SpawnError, tooManyOpenFiles } from "../../base/index.js";

interface ForkResult {
  readonly fd: number;
  readonly pid: number;
  /** The path of the terminal's other side. */
  readonly pty: string;
}

/** The part of node-pty that is native code. Everything else of it we do ourselves; see unix-pty.ts. */
export interface NativeBinding {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    utf8: boolean,
    helperPath: string,
    onExit: (code: number, signal: number) => void,
  ): ForkResult;
  resize(fd: number, cols: number, rows: number, pixelWidth: number, pixelHeight: number): void;
}

/** What node-pty's own API returns; used where there is no fork (Windows). */
export interface ConptyTerminal {
  readonly pid: number;
  onData(listener: (data: string) => void): void;
  onExit(listener: (exit: { exitCode: number }) => void): void;
  write(data: string): void;
  resize(cols: number, rows: number): void;
  kill(): void;
}

interface NodePty {
  readonly native: NativeBinding;
  spawn(file: string, args: readonly string[], options: Record<string, unknown>): ConptyTerminal;
}

const require = createRequire(import.meta.url);
let loaded: NodePty | undefined;

/** Loaded on first use, so that the rest of the library works where the native module cannot. */
export function nodePty(): NodePty {
  try {
    return (loaded ??= require("@lydell/node-pty") as NodePty);
  } catch (error) {
    const reason =
      tooManyOpenFiles(error)?.message ??
      "Reinstall without --omit=optional; if this platform is not supported, say so in an issue.";
    throw new SpawnError(
      "spawn_failed",
      "(any)",
      `the PTY module for ${process.platform}-${process.arch} could not be loaded. ${reason}`,
      { cause: error },
    );
  }
}

/** Loads it now, while there are descriptors. Where there is none for this platform, the first program says so. */
export function preloadPty(): void {
  try {
    nodePty();
  } catch (error) {
    const lack = tooManyOpenFiles((error as SpawnError).cause);
    if (lack !== undefined) throw lack;
  }
}

/** macOS starts children through a small helper that lies beside the binding. */
export function spawnHelperPath(): string {
  if (process.platform !== "darwin") return "";
  const folder = `${process.platform}-${process.arch}`;
  const packageFile = require.resolve(`@lydell/node-pty-${folder}/package.json`);
  return join(dirname(packageFile), "prebuilds", folder, "spawn-helper");
}

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SpawnError, tooManyOpenFiles } from "../../base/index.js";

export interface ForkResult {
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

const BINDING = "@lydell/node-pty";
const require = createRequire(import.meta.url);
let loaded: NodePty | undefined;

/** Loaded on first use, so that the rest of the library works where the native module cannot. */
export function nodePty(): NodePty {
  try {
    return (loaded ??= require(BINDING) as NodePty);
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

/** Where the native package for this platform lies, seen from the binding: a package manager may hide it from us. */
function nativeFolder(): string {
  const nearBinding = createRequire(require.resolve(BINDING));
  return rootOf(nearBinding.resolve(`${BINDING}-${process.platform}-${process.arch}`));
}

/** The folder of the package that a file belongs to: packages do not export their package.json. */
function rootOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder))
    if (existsSync(join(folder, "package.json")) || folder === dirname(folder)) return folder;
}

/** The version of node-pty, and of its native package for this platform; throws where there is none. */
export function nativeVersions(): { readonly name: string; readonly version: string; readonly native: string } {
  const versionIn = (folder: string): string =>
    (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
  return {
    name: BINDING,
    version: versionIn(rootOf(require.resolve(BINDING))),
    native: versionIn(nativeFolder()),
  };
}

/** macOS starts children through a small helper that lies beside the binding. */
export function spawnHelperPath(): string {
  if (process.platform !== "darwin") return "";
  return join(nativeFolder(), "prebuilds", `${process.platform}-${process.arch}`, "spawn-helper");
}

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { InvalidArgumentError, PtywrightError, shown } from "../base/index.js";

/** What may be started, and where; as the user said when this process was started. */
export class StartLimits {
  /** The files that may be started; undefined if any may. */
  readonly #programs: ReadonlyMap<string, string> | undefined;
  readonly #root: string | undefined;

  /** Throws an InvalidArgumentError for a program or a folder that is not there. */
  constructor(programs: readonly string[], root: string | undefined) {
    if (programs.length > 0)
      this.#programs = new Map(programs.map((name) => [name, requireFile("--allow-program", name)]));
    if (root !== undefined) this.#root = requireFolder("--cwd-root", resolve(root));
  }

  /** Names for a message; undefined if any program may be started. */
  get programs(): readonly string[] | undefined {
    return this.#programs && [...this.#programs.keys()];
  }

  /** The file to start for a name or a path. */
  program(name: string): string {
    if (this.#programs === undefined) return name;
    // Looked up as it was at our start: what the caller says of PATH does not count.
    const file = this.#programs.get(name) ?? (isPath(name) ? fileOf(name) : undefined);
    if (file !== undefined && [...this.#programs.values()].includes(file)) return file;
    throw new PtywrightError(
      "permission_denied",
      `${shown(name)} may not be started; the user allows: ${[...this.#programs.keys()].join(", ")}`,
    );
  }

  /** The environment decides what a program loads and starts, so that it is not for the caller where programs are limited. */
  env(given: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
    const names = Object.keys(given ?? {});
    if (this.#programs === undefined || names.length === 0) return given ?? {};
    throw new PtywrightError(
      "permission_denied",
      `${names.join(", ")} may not be set, because the user limits what may be started; leave out env`,
    );
  }

  /** The folder to start in, without symlinks. */
  cwd(given: string | undefined): string {
    const folder = requireFolder("cwd", resolve(this.#base(), given ?? "."));
    if (this.#root === undefined || isWithin(folder, this.#root)) return folder;
    throw new PtywrightError(
      "permission_denied",
      `${shown(given ?? ".")} is outside of ${this.#root}, where the user lets programs be started`,
    );
  }

  /** Where relative paths begin. */
  #base(): string {
    const here = process.cwd();
    return this.#root === undefined || isWithin(realpathSync(here), this.#root) ? here : this.#root;
  }
}

const isPath = (name: string): boolean => name.includes("/") || name.includes(sep);

const isWithin = (folder: string, root: string): boolean =>
  folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep);

function requireFolder(field: string, path: string): string {
  const problem = (why: string): InvalidArgumentError =>
    new InvalidArgumentError(field, `${field}: ${why}: ${shown(path)}`);
  let folder: string;
  try {
    folder = realpathSync(path);
  } catch {
    throw problem("there is no such folder");
  }
  if (!statSync(folder).isDirectory()) throw problem("this is no folder");
  return folder;
}

function requireFile(field: string, name: string): string {
  const file = fileOf(name);
  if (file !== undefined) return file;
  throw new InvalidArgumentError(field, `${field}: there is no program ${shown(name)}`);
}

/** The file that a name stands for, without symlinks; undefined if nothing can be executed. */
function fileOf(name: string): string | undefined {
  const folders = isPath(name) ? [""] : (process.env["PATH"] ?? "/usr/bin:/bin").split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    try {
      const path = join(folder, name);
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return startable(path);
    } catch {
      // The next one.
    }
  }
  return undefined;
}

/** Some programs look at the name they are called by: of vi that is vim, the link is started. */
function startable(path: string): string {
  const real = realpathSync(path);
  return basename(real) === basename(path) ? real : join(realpathSync(dirname(path)), basename(path));
}

import { basename, resolve } from "node:path";
import { DEFAULT_COLS, DEFAULT_ROWS, InvalidArgumentError } from "../../base/index.js";
import type { Client, RemoteSession } from "../../client/index.js";
import { Target, childEnvironment } from "../../core/target/index.js";
import { EXIT_OK } from "../exit-codes.js";
import type { VerbOptions } from "./verb.js";
import { printResult, withServer } from "./verb.js";

export interface NewOptions extends VerbOptions {
  readonly program: string | undefined;
  readonly args: readonly string[];
  readonly name: string | undefined;
  readonly cwd: string | undefined;
  readonly rows: number | undefined;
  readonly cols: number | undefined;
  readonly scrollback: number | undefined;
  /** A shell is started as it is, without marks. */
  readonly plain: boolean;
}

/** Shells that can mark their commands, for `exec`. */
const MARKED = new Set(["bash", "zsh", "fish"]);

/** `new`: starts a program in the server, as it would be started here: in this directory, with this environment. */
export async function newSession(options: NewOptions): Promise<number> {
  return withServer({ ...options, starts: true }, async (client) => {
    const session = await spawned(client, options);
    if (options.json) printResult("session.create", { session: session.id });
    else process.stdout.write(`${options.name ?? session.id}\n`);
    return EXIT_OK;
  });
}

async function spawned(client: Client, options: NewOptions): Promise<RemoteSession> {
  const { name, rows, cols, scrollback, args } = options;
  const program = options.program ?? process.env["SHELL"] ?? "/bin/sh";
  const cwd = resolve(options.cwd ?? ".");
  const env = childEnvironment(Target.from({ program, cwd }), process.env);
  const target = {
    program,
    args,
    cwd,
    env,
    clearEnv: true,
    size: { rows: rows ?? DEFAULT_ROWS, cols: cols ?? DEFAULT_COLS },
  };
  const start = (shellIntegration: boolean): Promise<RemoteSession> =>
    client.spawn(target, { name, scrollback, shellIntegration });
  if (options.plain || !MARKED.has(basename(program))) return start(false);
  try {
    return await start(true);
  } catch (error) {
    // One that runs a script, or reads no start-up files, has no commands to mark.
    if (error instanceof InvalidArgumentError && error.field === "shellIntegration") return start(false);
    throw error;
  }
}

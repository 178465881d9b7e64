import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Session, TargetOptions } from "ptywright";
import { Matcher } from "ptywright";
import { TEST_HOME } from "../support/home.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));

/** `ptywright run` as a command line. */
export function runCommand({ program, args = [] }: TargetOptions, ...options: string[]): string[] {
  return [process.execPath, BIN, "run", ...options, "--", program, ...args];
}

const ENV = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C.UTF-8", PTYWRIGHT_HOME: TEST_HOME };

export interface Piped {
  readonly child: ChildProcessWithoutNullStreams;
  /** All that it wrote, and how it ended. */
  readonly result: Promise<{ stdout: Buffer; stderr: string; code: number | null }>;
}

/** `ptywright run` with a pipe on each side. */
export function startPiped(
  t: TestContext,
  target: TargetOptions,
  options: string[] = [],
  env: Record<string, string> = {},
): Piped {
  const [program, ...args] = runCommand(target, ...options);
  const child = spawn(program, args, { env: { ...ENV, ...env } });
  t.after(() => child.kill("SIGKILL"));
  child.stdin.on("error", () => undefined);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (data: Buffer) => stdout.push(data));
  child.stderr.on("data", (data: Buffer) => stderr.push(data));
  const result = once(child, "close").then(([code]) => ({
    stdout: Buffer.concat(stdout),
    stderr: Buffer.concat(stderr).toString(),
    code: code as number | null,
  }));
  return { child, result };
}

/** The output from now on, once it has this text in it. */
export async function saw(child: { readonly stdout: Readable }, text: string): Promise<string> {
  let seen = "";
  for (;;) {
    const [data] = (await once(child.stdout, "data")) as [Buffer];
    seen += data.toString("latin1");
    if (seen.includes(text)) return seen;
  }
}

/** A shell that notes its terminal's settings, runs `ptywright run`, and notes them again. */
const AROUND = `
cd "$DIR"
stty -g > before
sh -c 'echo $$ > pid; exec "$@"' sh "$@"
code=$?
stty -g > after
printf 'ended %s.' $code
exec cat > /dev/null
`;

/** `ptywright run`, or another command of ours, in a terminal, which is a session of ours. */
export class InTerminal {
  readonly session: Session;
  readonly #folder: string;

  private constructor(session: Session, folder: string) {
    this.session = session;
    this.#folder = folder;
  }

  static async start(
    t: TestContext,
    target: TargetOptions,
    options: string[] = [],
    env: Record<string, string> = {},
  ): Promise<InTerminal> {
    return InTerminal.around(t, runCommand(target, ...options), env);
  }

  /** The same for any arguments of ptywright. */
  static command(t: TestContext, args: readonly string[], env: Record<string, string>, size = {}): Promise<InTerminal> {
    return InTerminal.around(t, [process.execPath, BIN, ...args], env, size);
  }

  private static async around(
    t: TestContext,
    command: readonly string[],
    more: Record<string, string>,
    size = {},
  ): Promise<InTerminal> {
    const folder = tempDir(t);
    const args = ["-c", AROUND, "sh", ...command];
    const env = { ...ENV, DIR: folder, ...more };
    const session = await start(t, { program: "/bin/sh", args, env, clearEnv: true, size });
    return new InTerminal(session, folder);
  }

  async shows(text: string): Promise<void> {
    await this.session.waitFor(Matcher.containsText(text));
  }

  /** The process id of `ptywright run`; only once it has shown something. */
  get pid(): number {
    return Number(readFileSync(join(this.#folder, "pid"), "utf8"));
  }

  /** Its exit code, once the shell has the terminal back. */
  async ended(): Promise<number> {
    const { outcome } = await this.session.waitFor(Matcher.screenRegex("ended (\\d+)\\."));
    return Number("capture" in outcome ? outcome.capture : NaN);
  }

  /** What `stty -g` said before and after. */
  get settings(): { before: string; after: string } {
    const read = (name: string): string => {
      const path = join(this.#folder, name);
      return existsSync(path) ? readFileSync(path, "utf8") : `no file ${name}`;
    };
    return { before: read("before"), after: read("after") };
  }
}

/** What the terminal is in after `ended` was shown. */
function modesOf({ session }: InTerminal): Record<string, unknown> {
  const { alternateScreen, applicationCursor, applicationKeypad, bracketedPaste, cursor, cells } = session.snapshot();
  const last = cells.find(({ text }) => text === "e")?.style;
  return {
    alternateScreen,
    applicationCursor,
    applicationKeypad,
    bracketedPaste,
    visible: cursor.visible,
    bold: last?.bold,
  };
}

const FRESH = {
  alternateScreen: false,
  applicationCursor: false,
  applicationKeypad: false,
  bracketedPaste: false,
  visible: true,
  bold: false,
};

/** It has ended with that code, and left the terminal as it was. */
export async function isRestored(terminal: InTerminal, code: number): Promise<void> {
  assert.equal(await terminal.ended(), code);
  const { before, after } = terminal.settings;
  assert.equal(after, before);
  assert.deepEqual(modesOf(terminal), FRESH);
}

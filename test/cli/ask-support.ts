import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { PLUGIN_PERMISSIONS } from "ptywright/protocol";
import type { Session } from "ptywright";
import { BIN, RunningCommand, type Ended } from "../support/command.js";
import { hosted } from "../support/command-host.js";
import { fixture } from "../support/fixture.js";
import { TEST_HOME } from "../support/home.js";
import { pluginFile } from "../support/plugins.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

const LUA = fileURLToPath(new URL("../../../test/fixtures/plugins/answerer.lua", import.meta.url));

/** What the fixture program would show of its secret if nobody covered it. */
export const SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ456789";

/** `ptywright ask` of the fixture program that plays every part. */
export class Asked {
  readonly #log: string;
  readonly #manifest: string;

  constructor(t: TestContext, ...traits: readonly string[]) {
    this.#log = join(tempDir(t), "log");
    const { program, args = [] } = fixture("answers-prompts.mjs", this.#log, ...traits);
    this.#manifest = pluginFile(t, readFileSync(LUA, "utf8"), {
      name: "answerer",
      permissions: PLUGIN_PERMISSIONS,
      default_target: { program, args },
    });
  }

  get manifest(): string {
    return this.#manifest;
  }

  get command(): readonly string[] {
    return ["ask", "answerer", "--plugin", this.#manifest];
  }

  piped(t: TestContext, ...words: readonly string[]): RunningCommand {
    return new RunningCommand(t, [...this.command, ...words]).read();
  }

  /** To its end, where nothing depends on its process. */
  hosted(...words: readonly string[]): Promise<Ended> {
    return hosted([...this.command, ...words]);
  }

  /** In a terminal, which is a session of ours. */
  inTerminal(t: TestContext, words: readonly string[], env: Record<string, string> = {}): Promise<Session> {
    const script = `trap : INT; "$@"; echo "ended $?."; exec cat > /dev/null`;
    const args = ["-c", script, "sh", process.execPath, BIN, ...this.command, ...words];
    const kept = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C.UTF-8", PTYWRIGHT_HOME: TEST_HOME, ...env };
    return start(t, { program: "/bin/sh", args, env: kept, clearEnv: true, size: { rows: 24, cols: 80 } });
  }

  /** What the program was told, without its process ids. */
  get told(): string[] {
    return this.#lines().filter((line) => !/^(pid|child) /.test(line));
  }

  /** Its process, and those that it started. */
  get pids(): number[] {
    return this.#lines().flatMap((line) => /^(?:pid|child) (\d+)$/.exec(line)?.slice(1).map(Number) ?? []);
  }

  #lines(): string[] {
    return existsSync(this.#log) ? readFileSync(this.#log, "utf8").trimEnd().split("\n") : [];
  }
}

import { execFileSync, spawnSync } from "node:child_process";
import type { TestContext } from "node:test";
import { eventually } from "./processes.js";

/** CI sets it: a program that is missing there is a failure, not a reason to skip. */
const MUST_HAVE = process.env.PTYWRIGHT_REQUIRE_PROGRAMS === "1";

/** Why a test that needs these programs is skipped; false if it can run. */
export function missing(...programs: string[]): string | false {
  const absent = programs.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  return absent.length === 0 || MUST_HAVE ? false : `not installed: ${absent.join(", ")}`;
}

let count = 0;

/** A program in tmux, the second opinion on what a screen should show. */
export class TmuxPane {
  readonly #server: string[];

  constructor(
    t: TestContext,
    command: readonly string[],
    env: Record<string, string>,
    size: { rows: number; cols: number },
  ) {
    this.#server = ["-L", `ptywright-test-${process.pid}-${++count}`, "-f", "/dev/null"];
    const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const { rows, cols } = size;
    this.#run("new-session", "-d", "-x", `${cols}`, "-y", `${rows}`, "env", "-i", ...assignments, ...command);
    // Without its status line the pane has the size that was asked for.
    this.#run("set", "-g", "status", "off");
    this.#run("resize-window", "-x", `${cols}`, "-y", `${rows}`);
    t.after(() => spawnSync("tmux", [...this.#server, "kill-server"]));
  }

  type(text: string): void {
    this.#run("send-keys", "-l", text);
  }

  key(name: string): void {
    this.#run("send-keys", name);
  }

  resize(rows: number, cols: number): void {
    this.#run("resize-window", "-x", `${cols}`, "-y", `${rows}`);
  }

  screen(): string {
    return trimmed(this.#run("capture-pane", "-p"));
  }

  /** Looks until the pane shows what is expected, or gives up and returns what it shows. */
  async settlesOn(expected: string, normal: (text: string) => string = (text) => text): Promise<string> {
    return eventually(
      () => normal(this.screen()),
      (text) => text === expected,
      5000,
    );
  }

  #run(...args: string[]): string {
    return execFileSync("tmux", [...this.#server, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }
}

/** Lines without blanks at their end, and without empty lines at the end: what two terminals can be compared by. */
export function trimmed(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

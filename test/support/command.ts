import "./home.js";
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

/** The command as it is installed. */
export const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs ptywright to its end. */
export function ptywright(args: readonly string[], env: Record<string, string> = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

/** A ptywright that goes on running, and what it has printed. */
export class RunningCommand {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<number | null>;
  #isClosed = false;
  stdout = "";
  stderr = "";

  constructor(t: TestContext, args: readonly string[], env: Record<string, string> = {}) {
    // The time-out is for a test that waits for what never comes: it then fails, and says what did come.
    this.child = spawn(process.execPath, [BIN, ...args], { env: { ...process.env, ...env }, timeout: 30_000 });
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#closed = once(this.child, "close").then(([status]: (number | null)[]) => {
      this.#isClosed = true;
      return status;
    });
    t.after(() => this.child.kill("SIGKILL"));
  }

  /** Begins to read what it prints. */
  read(): this {
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    return this;
  }

  /** Resolves once exactly this has been printed. */
  async printed(expected: string): Promise<void> {
    while (this.stdout.length < expected.length && !this.#isClosed)
      await Promise.race([new Promise((resolve) => this.child.stdout.once("data", resolve)), this.#closed]);
    assert.deepEqual({ stdout: this.stdout, stderr: this.stderr }, { stdout: expected, stderr: "" });
  }

  async ended(): Promise<Ended> {
    return { status: await this.#closed, stdout: this.stdout, stderr: this.stderr };
  }
}

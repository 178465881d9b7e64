import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Ended } from "./command.js";
import { ptywright } from "./command.js";

/** A home of its own, whose server is started by the first command that needs one, and stopped after the test. */
export class OwnServer {
  readonly home: string;
  readonly env: Record<string, string>;

  constructor(t: TestContext, config = "") {
    this.home = mkdtempSync(join(tmpdir(), "ptywright-test-"));
    this.env = { PTYWRIGHT_HOME: this.home };
    if (config !== "") writeFileSync(join(this.home, "config.toml"), config);
    t.after(() => {
      // Before its home goes, without which nobody would find it.
      const { status, stderr } = this.run("server", "stop");
      rmSync(this.home, { recursive: true });
      if (status !== 0) assert.match(stderr, /no server listens there|its server is gone/);
    });
  }

  run(...args: string[]): Ended {
    return ptywright(args, this.env);
  }

  /** What is printed by one that must not fail. */
  done(...args: string[]): string {
    const { status, stdout, stderr } = this.run(...args);
    if (status !== 0) throw new Error(`${args.join(" ")}: ${status}: ${stderr}`);
    return stdout;
  }

  pid(): number {
    const status = JSON.parse(this.done("server", "status", "--json")) as { readonly pid: number };
    return status.pid;
  }
}

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BIN } from "../support/command.js";
import { tempDir } from "../support/temp-dir.js";

const MANIFEST = fileURLToPath(new URL("../../../plugins/shell/manifest.toml", import.meta.url));
/** Far more than any of them takes, far less than it takes to fill the memory. */
const BOUND_MS = 30_000;
const ONE_LINE = /^ptywright: [^\n]*too many open files[^\n]*ulimit -n[^\n]*\n$/;

for (const [command, args] of [
  ["--version", ["--version"]],
  ["ask", ["ask", "shell", "echo hi"]],
  ["run", ["run", "--", "echo", "hi"]],
  ["serve", ["serve", "--stdio"]],
  ["plugin check", ["plugin", "check", MANIFEST]],
] as const)
  test(
    `O4: ${command} with few descriptors works or says so in one line, and ends`,
    {
      skip: process.platform === "win32",
    },
    (t) => {
      const env = { ...process.env, PTYWRIGHT_HOME: join(tempDir(t), "home") };
      for (const limit of [24, 40, 50, 64]) {
        const { status, signal, stderr } = spawnSync(
          "/bin/sh",
          ["-c", `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, BIN, ...args],
          // Without input a server ends as soon as it serves.
          { encoding: "utf8", env, input: "", timeout: BOUND_MS, killSignal: "SIGKILL" },
        );
        const told = `with ${limit}: ${signal ?? status}: ${stderr}`;
        if (status === 0) assert.equal(stderr, "", told);
        else {
          assert.equal(status, 1, told);
          assert.match(stderr, ONE_LINE, told);
        }
      }
    },
  );

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fixture } from "../support/fixture.js";
import { NEEDS_PROC } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";

const ENTRY = import.meta.resolve("ptywright");
const PERL = "/usr/bin/perl";
const NOBODY = 65_534;

test(
  "B16: close fails and names the process while another user's lives on, and works once it has ended",
  {
    skip: NEEDS_PROC || (process.getuid?.() !== 0 && "needs root") || (!existsSync(PERL) && "needs perl"),
  },
  (t) => {
    const folder = tempDir(t);
    chmodSync(folder, 0o755);
    const perl = join(folder, "perl");
    copyFileSync(PERL, perl);
    chownSync(perl, 0, 0);
    chmodSync(perl, 0o4755);
    const home = join(tempDir(t), "home");
    const { program, args = [] } = fixture("closes-a-foreign-process.mjs", ENTRY, perl);
    const run = spawnSync("setpriv", [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", program, ...args], {
      encoding: "utf8",
      timeout: 30_000,
      cwd: "/",
      env: { PATH: process.env.PATH, PTYWRIGHT_HOME: home, PTYWRIGHT_TRACKING: "environment" },
    });
    if (run.stdout === "" && /EACCES|Permission denied/.test(run.stderr))
      return t.skip("another user cannot run it from here");
    assert.equal(run.stdout, "still_running, named, of another user\nclosed\n", run.stderr);
  },
);

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Matcher, Session } from "ptywright";
import { NEEDS_PROC, eventually, isAlive } from "../support/processes.js";
import { ledgersOf } from "../support/ledgers.js";
import { tempDir } from "../support/temp-dir.js";

const SOURCE = fileURLToPath(new URL("../../../test/fixtures/programs/takes-number.c", import.meta.url));
/** A program that is gone is forgotten a second later. */
const FORGOTTEN_MS = 10_000;

test(
  "B9: a stranger whose session has the number of a dead leader's is left alone by close",
  { skip: NEEDS_PROC },
  async (t) => {
    const home = tempDir(t);
    process.env.PTYWRIGHT_HOME = home;
    const taker = join(home, "takes-number");
    if (spawnSync("cc", ["-O1", "-o", taker, SOURCE]).status !== 0) return t.skip("there is no C compiler");
    // It leaves somebody who has left its session, so that there is something to close.
    const left = "setsid sleep 1000 < /dev/null > /dev/null 2>&1 & echo $!; exec sleep 0.2";
    const session = await Session.spawn({ program: "/bin/sh", args: ["-c", left] });
    t.after(() => session.close());
    const leader = session.pid as number;
    await session.waitFor(Matcher.processExited());
    const lines = (): string => ledgersOf(home);
    assert.match(await eventually(lines, (text) => text.includes(`- ${leader} `), FORGOTTEN_MS), /^- /m);
    const { status, stdout } = spawnSync(taker, [String(leader)], { encoding: "utf8" });
    if (status !== 0) return t.skip("numbers of processes cannot be chosen here");
    const stranger = Number(stdout);
    t.after(() => process.kill(stranger, "SIGKILL"));
    const { descendantsReaped } = await session.close();
    assert.equal(descendantsReaped, 1, "the one that it left");
    assert.ok(isAlive(stranger));
  },
);

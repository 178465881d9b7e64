import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Matcher } from "ptywright";
import { shell } from "../support/fixture.js";
import { screenRows } from "../support/screen-rows.js";
import { start } from "../support/session.js";
import { trimmed } from "../support/tmux.js";

/** Where the `.in` and `.text` files of xterm.js's test/fixtures/escape_sequence_files are. */
const folder = process.env["PTYWRIGHT_XTERM_FIXTURES"] ?? "";
/** The same as in process; src/core/screen/xterm-fixtures.test.ts says why. */
const DEVIATIONS = ["t0060-DECSC", "t0061-CSI_s", "t0103-reverse_wrap"];

test(
  "T1: xterm.js's fixtures come out the same through a PTY as in process",
  { skip: folder === "" && "set PTYWRIGHT_XTERM_FIXTURES to the folder of xterm.js's escape sequence files" },
  async (t) => {
    const names = readdirSync(folder)
      .filter((name) => name.endsWith(".in"))
      .map((name) => name.slice(0, -".in".length))
      .sort();
    assert.ok(names.length >= 76, `${names.length} .in files in ${folder}`);
    const different: string[] = [];
    for (const name of names) {
      // Answers to its questions must not be echoed. The file may leave a string open, which CAN ends; the end is told by a title.
      const script = 'stty -echo; cat "$0"; printf "\\030\\033]2;the end of it\\007"; sleep 1000';
      const target = {
        ...shell(script),
        args: ["-c", script, join(folder, `${name}.in`)],
        size: { rows: 25, cols: 80 },
      };
      const session = await start(t, target);
      while (session.snapshot().title !== "the end of it")
        await session.waitFor(Matcher.any([Matcher.screenStable(5), Matcher.processExited()]));
      const expected = readFileSync(join(folder, `${name}.text`), "utf8");
      const rows = screenRows(session.snapshot());
      if (rows !== trimmed(expected)) different.push(name);
      await session.close();
    }
    assert.deepEqual(different, DEVIATIONS);
  },
);

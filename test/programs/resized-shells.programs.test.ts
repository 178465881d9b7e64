import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher } from "ptywright";
import { SeededRandom } from "#internal/base/seeded-random.test.support.js";
import { screenRows } from "../support/screen-rows.js";
import { start } from "../support/session.js";
import { shellEnv } from "../support/shell-env.js";
import { missing } from "../support/tmux.js";

const SHELLS = { bash: ["--norc"], zsh: ["-f"] };
const CASES = 8;
const still = Matcher.screenStable(300);

// Both move up by the rows that their line had, and paint it again. What is left in the real xterm is one line, in its old place.
for (const [program, args] of Object.entries(SHELLS))
  test(
    `T2: ${program} paints the line that is typed anew in its place, whatever width it gets`,
    { skip: missing(program) },
    async (t) => {
      const { seed } = SeededRandom.ofRun();
      for (let at = 0; at < CASES; at++) {
        const random = new SeededRandom(seed + at);
        const [before, after] = [30 + random.below(60), 30 + random.below(60)];
        const typed = `echo ${"abcdefghij".repeat(20)}`.slice(0, 5 + random.below(175));
        const env = shellEnv(t, "xterm");
        const session = await start(t, { program, args, env, clearEnv: true, size: { rows: 24, cols: before } });
        await session.waitFor(Matcher.all([Matcher.containsText("$ "), still]));
        await session.writeText("echo one\r");
        await session.waitFor(Matcher.all([Matcher.screenRegex("\\none\\n.*\\$ $"), still]));
        await session.writeText(typed);
        const line = `$ ${typed}`;
        const behindLine = (cols: number): Matcher =>
          Matcher.all([Matcher.cursorAt(2 + Math.floor(line.length / cols), line.length % cols), still]);
        await session.waitFor(behindLine(before));
        session.resize({ rows: 24, cols: after });
        // However long the shell takes to paint.
        await session.waitFor(behindLine(after));
        const pieces = Array.from({ length: Math.ceil(line.length / after) }, (_, i) =>
          line.slice(i * after, (i + 1) * after),
        );
        const expected = ["$ echo one", "one", ...pieces.map((piece) => piece.trimEnd())].join("\n");
        assert.equal(screenRows(session.snapshot()), expected, `seed ${seed + at}: ${before} to ${after}`);
        await session.close();
      }
    },
  );

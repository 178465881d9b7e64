import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { COLS, ROWS, STEPS, step } from "./differential-programs.test.support.js";
import { TerminalDriver, randomNumbers, visibleRows } from "./terminal-driver.test.support.js";

/** What we use of @xterm/headless. Its public `write` is asynchronous; two thousand programs need the inner one. */
interface HeadlessTerminal {
  readonly _core: { writeSync(data: string): void };
  readonly buffer: {
    readonly active: {
      readonly baseY: number;
      readonly cursorX: number;
      readonly cursorY: number;
      getLine(y: number): { translateToString(trimRight: boolean): string } | undefined;
    };
  };
  dispose(): void;
}

const require = createRequire(import.meta.url);
const headless = require("@xterm/headless") as {
  Terminal: new (options: Record<string, unknown>) => HeadlessTerminal;
};

const PROGRAMS = 2_000;
/**
 * Left out, because there xterm.js does other than xterm and the VT manuals:
 * - origin mode: its CUF and CUB add the top margin to the row, and its DECRC does not bring the mode back;
 * - ED and EL while a wrap is due, hence the CUB before each: it spares the last column, a VT erases it;
 * - 1049 when the alternate screen is on already: it does not clear again, xterm does;
 * - mode 47: it clears the alternate screen on entering, xterm keeps it;
 * - autowrap turned on in the last column: it wraps at once, DEC STD 070 sets the wrap due only while autowrap is on;
 * - switching screens with margins set: it has margins for each screen, xterm has one pair.
 */

/** The visible rows and where the cursor is. */
function inXterm(input: string): string {
  const terminal = new headless.Terminal({
    rows: ROWS,
    cols: COLS,
    allowProposedApi: true,
    scrollback: 0,
    logLevel: "off",
  });
  terminal._core.writeSync(input);
  const { active } = terminal.buffer;
  const rows = Array.from(
    { length: ROWS },
    (_, y) =>
      active
        .getLine(active.baseY + y)
        ?.translateToString(true)
        .trimEnd() ?? "",
  );
  // Where a wrap is due its cursor is behind the last column.
  const cursor = [active.cursorY, Math.min(active.cursorX, COLS - 1)];
  terminal.dispose();
  while (rows.length > 0 && rows[rows.length - 1] === "") rows.pop();
  return JSON.stringify([rows, cursor]);
}

function inOurs(input: string): string {
  const driver = new TerminalDriver(ROWS, COLS).feed(input);
  return JSON.stringify([visibleRows(driver.snapshot()), driver.cursor]);
}

/** The shortest beginning of the program on which the two differ. */
function firstDifference(steps: readonly string[]): string {
  for (let length = 1; length <= steps.length; length++) {
    const input = steps.slice(0, length).join("");
    const ours = inOurs(input);
    const theirs = inXterm(input);
    if (ours !== theirs)
      return `step ${JSON.stringify(steps[length - 1])} of ${JSON.stringify(input)}: ours ${ours}, xterm.js ${theirs}`;
  }
  return "no beginning differs";
}

test("T10: random programs leave the same text and cursor as in xterm.js", () => {
  const random = randomNumbers(1);
  for (let program = 0; program < PROGRAMS; program++) {
    const steps = Array.from({ length: STEPS }, () => step(random));
    const input = steps.join("");
    if (inOurs(input) !== inXterm(input)) assert.fail(`program ${program}: ${firstDifference(steps)}`);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { Picture } from "#internal/cli/attach/picture.js";
import { SeededRandom } from "#internal/base/seeded-random.test.support.js";
import { COLS, GRAMMARS, ROWS, randomProgram } from "#internal/core/screen/random-programs.test.support.js";
import { TerminalDriver } from "#internal/core/screen/terminal-driver.test.support.js";
import type { ScreenSnapshot } from "ptywright";

/** What a cell shows; where it links to is not drawn. */
function looksOf({ cells, size }: ScreenSnapshot, rows: number, cols: number): unknown[] {
  return cells
    .filter((_, at) => Math.floor(at / size.cols) < rows && at % size.cols < cols)
    .map(({ text, style, wide }) => ({
      text: text === " " ? "" : text,
      style: { ...style, hyperlink: undefined, hyperlinkId: undefined },
      wide,
    }));
}

for (const [name, rows, cols] of [
  ["as large", ROWS, COLS],
  ["larger", ROWS + 3, COLS + 5],
] as const)
  test(`a terminal that is ${name} shows every screen of a program, drawn change by change`, () => {
    const random = SeededRandom.ofRun();
    const below = (limit: number): number => random.below(limit);
    const grammars = Object.values(GRAMMARS).map(({ grammar }) => grammar);
    for (let round = 0; round < 300; round++) {
      const grammar = random.pick(grammars);
      const program = new TerminalDriver(ROWS, COLS);
      const viewer = new TerminalDriver(rows, cols).feed("\x1b[?7l");
      const picture = new Picture("web", "leave");
      for (let draw = 0; draw < 4; draw++) {
        const bytes = randomProgram(below, grammar, 8).join("");
        program.feed(bytes);
        const shown = program.snapshot();
        viewer.feed(picture.draw(shown, { rows, cols }));
        const seen = viewer.snapshot();
        const what = `round ${round}: ${JSON.stringify(bytes)}`;
        assert.deepEqual(looksOf(seen, ROWS, COLS), looksOf(shown, ROWS, COLS), what);
        assert.equal(seen.cursor.visible, shown.cursor.visible, what);
        if (shown.cursor.visible) assert.deepEqual(seen.cursor, shown.cursor, what);
      }
    }
  });

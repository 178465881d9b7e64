import assert from "node:assert/strict";
import { test } from "node:test";
import { Terminal, terminalView } from "./index.js";

function shown(bytes: string, rows = 3, cols = 10) {
  const terminal = new Terminal({ rows, cols, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  const all = Buffer.from(bytes);
  for (let at = 0; at < all.length;) at = terminal.write(all, at);
  return terminalView(terminal.snapshot(1));
}

test("runs name the styles of a row, and plain text has none", () => {
  const view = shown("plain\r\n\x1b[1;38;2;1;2;3mab\x1b[m \x1b[7;48;5;9mc\x1b[m");
  assert.equal(view?.runs, "\n0 2 1,3 1 2\n");
  assert.deepEqual(view?.styles, [
    { foreground: "rgb:1:2:3", bold: true },
    { background: "idx:9", inverse: true },
  ]);
});

test("blanks that look plain do not end a run, blanks that show do", () => {
  assert.equal(shown("\x1b[1mab\x1b[m\x1b[2C\x1b[1mcd", 1)?.runs, "0 6 1");
  assert.equal(shown("\x1b[4mab\x1b[m\x1b[2C\x1b[4mcd", 1)?.runs, "0 2 1,4 2 1");
  assert.equal(shown("a\x1b[44m\x1b[K", 1)?.runs, "1 9 1");
});

test("a row that was too long is told, with the rows one by one; one that just fits is full", () => {
  const fits = shown("0123456789\r\nab");
  assert.deepEqual([fits?.wraps, fits?.full, fits?.text], [[], [0], undefined]);
  const wraps = shown("0123456789ab\r\nc");
  assert.deepEqual([wraps?.wraps, wraps?.full, wraps?.text], [[0], [0], "0123456789\nab\nc"]);
});

test("size, cursor and the alternate screen are those of the terminal", () => {
  const view = shown("\x1b[?1049h\x1b[2;4H\x1b[?25l");
  assert.deepEqual(
    [view?.size, view?.cursor, view?.alternateScreen],
    [{ rows: 3, cols: 10 }, { row: 1, col: 3, visible: false }, true],
  );
});

test("a picture is not handed on", () => {
  const pixels = Array.from({ length: 30_000 }, (_, at) => `\x1b[38;5;${at % 250}mx`).join("");
  assert.equal(shown(pixels, 200, 200), undefined);
});

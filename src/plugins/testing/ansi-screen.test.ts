import assert from "node:assert/strict";
import { test } from "node:test";
import { Terminal } from "../../core/screen/index.js";
import { ansiOfScreen, screenOfAnsi } from "./ansi-screen.js";

const ROWS = 6;
const COLS = 12;

function snapshotOf(bytes: string) {
  const terminal = new Terminal({ rows: ROWS, cols: COLS, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  const all = Buffer.from(bytes);
  for (let at = 0; at < all.length;) at = terminal.write(all, at);
  return terminal.snapshot(1);
}

for (const [name, bytes] of [
  ["plain text", "one\r\ntwo"],
  ["styles", "\x1b[1;38;2;1;2;3mbold\x1b[m \x1b[2mdim\x1b[m\r\n\x1b[7;48;5;4m on blue \x1b[m\r\n\x1b[9;3;4;31mall"],
  ["blanks in between that were never printed", "\x1b[1mab\x1b[m\x1b[3C\x1b[1mcd"],
  ["a background to the end of the row", "a\x1b[44m\x1b[K\r\nb"],
  ["a row that is just full", "0123456789ab\r\nc"],
  ["printed blanks to the edge", "❯ a         \r\nc"],
  ["a row that wraps", "0123456789abcdef\r\ng"],
  ["a row that wraps twice", "0123456789ab0123456789ab01\r\ng"],
  ["a wide character that wraps", "0123456789a漢字\r\ng"],
  ["clusters", "நிநிநி ⚠️ é"],
  ["the alternate screen, and a hidden cursor", "\x1b[?1049h\x1b[3;4Hx\x1b[?25l"],
] as const)
  test(`a screen is the same again: ${name}`, () => {
    const kept = ansiOfScreen(snapshotOf(bytes));
    const direct = screenOfAnsi(`\x1b[8;${ROWS};${COLS}t${bytes}`);
    assert.ok(direct);
    assert.deepEqual(screenOfAnsi(kept), direct);
  });

test("without a size it is no screen", () => {
  for (const bytes of ["", "text", "\x1b[8;0;80t", "\x1b[8;24t"]) assert.equal(screenOfAnsi(bytes), undefined, bytes);
});

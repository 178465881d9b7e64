import assert from "node:assert/strict";
import { test } from "node:test";
import { redactSnapshot } from "./snapshot.js";
import { TerminalDriver } from "./terminal-driver.test.support.js";

const SECRET = "sk-Zq3vT8mW1xY5bN7cR2dF6gH9jK4pL0sAeUiOtEwQ";
function shown(output: string, resize?: { rows: number; cols: number }): { text: string; cells: string } {
  const driver = new TerminalDriver(3, 20).feed(output);
  if (resize !== undefined) driver.resize(resize.rows, resize.cols);
  const { plainText, cells } = redactSnapshot(driver.snapshot());
  return { text: plainText, cells: cells.map((cell) => cell.text).join("") };
}

/** No six characters of it in a row. */
function assertHidden(text: string, why: string): void {
  for (let at = 0; at + 6 <= SECRET.length; at++)
    assert.ok(!text.includes(SECRET.slice(at, at + 6)), `${why}: ${JSON.stringify(text)}`);
}

test("S6: a wrapped secret stays covered when its beginning scrolls away, however far", () => {
  for (const before of ["", "the key is ", "a longer line than the screen is wide: "])
    for (let lines = 0; lines <= 4; lines++) {
      const { text, cells } = shown(`${before}${SECRET}${"\r\nmore".repeat(lines)}`);
      assertHidden(text, `${before}, ${lines} lines below`);
      assertHidden(cells, `cells, ${before}, ${lines} lines below`);
      if (lines > 0) assert.match(text, /more$/);
    }
});

test("S6: it stays covered when a key that gave it away scrolls off, or a smaller screen cuts it", () => {
  const value = SECRET.slice(3);
  assertHidden(shown(`MY_VERY_LONG_PREFIX_TOKEN=${value}\r\nmore`).text, "its key is gone");
  assertHidden(shown(`${SECRET}\r\n`, { rows: 2, cols: 20 }).text, "fewer rows");
  assertHidden(shown(`${SECRET}\r\nx`, { rows: 3, cols: 10 }).text, "fewer columns");
});

test("S6: it stays covered when a shell erases as it goes on in the next row, as zsh does", () => {
  const typed = SECRET.replace(/.{20}/g, "$& \r\x1b[K");
  for (let lines = 0; lines <= 3; lines++) {
    const { text, cells } = shown(`${typed}${"\r\nmore".repeat(lines)}`);
    assertHidden(text, `${lines} lines below`);
    assertHidden(cells, `cells, ${lines} lines below`);
  }
});

test("what follows a line that ended, or replaced it, is judged by itself", () => {
  const rest = "Zq3vT8mW1xY5bN7cR2";
  assert.equal(shown(`${SECRET}\r\n\r\n\r\n${rest}`).text.trim(), rest);
  assert.equal(shown(`${SECRET}\r\nmore\x1b[2J\x1b[H${rest}`).text, rest);
  assert.equal(shown(`${SECRET}\r\nmore\x1b[?1049h\x1b[H${rest}`).text, rest);
});

test("rows of a long line that left are used again, without a trace of it and without harm to what was looked at", () => {
  const driver = new TerminalDriver(3, 20).feed(`${SECRET}${"=".repeat(40)}`);
  const before = driver.snapshot();
  const lines = Array.from({ length: 50 }, (_, i) => `\r\n${"long ".repeat(i % 30)}\r\nshort`);
  for (const line of lines) driver.feed(line);
  const afresh = new TerminalDriver(3, 20).feed(lines.slice(-2).join(""));
  assert.deepEqual(driver.snapshot().cells, afresh.snapshot().cells);
  assertHidden(redactSnapshot(before).plainText, "the old view");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { redactSnapshot } from "./snapshot.js";
import { TerminalDriver } from "./terminal-driver.test.support.js";

const rowOf = (driver: TerminalDriver, row: number, cols: number): string =>
  redactSnapshot(driver.snapshot())
    .cells.slice(row * cols, (row + 1) * cols)
    .map(({ text }) => text || ".")
    .join("");

test("S5: cells that were erased at the end of a row do not shift what is covered in the next", () => {
  const driver = new TerminalDriver(3, 60).feed("x".repeat(50));
  // First the middle, then the rest: the cells in between stay stored, and blank.
  driver.feed("\x1b[1;6H\x1b[40X\x1b[1;46H\x1b[K\x1b[2;1Hsk-abcdefghijklmnopqrstuvwx\r\nend");
  assert.equal(rowOf(driver, 0, 60), "xxxxx".padEnd(60, "."));
  assert.equal(rowOf(driver, 1, 60), "[REDACTED]".padEnd(27).padEnd(60, "."));
  assert.equal(rowOf(driver, 2, 60), "end".padEnd(60, "."));
});

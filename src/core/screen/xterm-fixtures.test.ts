import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { TerminalDriver, visibleRows } from "./terminal-driver.test.support.js";

/** Where the `.in` and `.text` files of xterm.js's test/fixtures/escape_sequence_files are. */
const folder = process.env["PTYWRIGHT_XTERM_FIXTURES"] ?? "";

/** Fixtures that must come out differently, and why. A new one, or one that is missing, fails the test. */
const DEVIATIONS: ReadonlyMap<string, string> = new Map([
  ["t0060-DECSC", "The recording forgets a due wrap between DECSC and DECRC; xterm keeps it, and so do we."],
  ["t0061-CSI_s", "The same with CSI s and CSI u."],
  [
    "t0103-reverse_wrap",
    "The recording goes back over any row in mode 45; since its patch 383 xterm does so over soft wraps only, and over any in mode 1045.",
  ],
]);

function rowsOf(input: Buffer): string[] {
  // The files were made for a terminal behind a line discipline that turns LF into CR LF.
  const text = input.toString("latin1").replaceAll("\n", "\r\n");
  const driver = new TerminalDriver(25, 80).feed(Buffer.from(text, "latin1"));
  return visibleRows(driver.snapshot());
}

function expectedRows(text: string): string[] {
  const rows = text.split("\n").map((row) => row.trimEnd());
  while (rows.length > 0 && rows[rows.length - 1] === "") rows.pop();
  return rows;
}

test(
  "T1: xterm.js's fixtures come out as recorded, but for the known deviations",
  { skip: folder === "" && "set PTYWRIGHT_XTERM_FIXTURES to the folder of xterm.js's escape sequence files" },
  () => {
    const names = readdirSync(folder)
      .filter((name) => name.endsWith(".in"))
      .map((name) => name.slice(0, -".in".length))
      .sort();
    assert.ok(names.length > 0, `no .in files in ${folder}`);
    const different = names.filter((name) => {
      const actual = rowsOf(readFileSync(join(folder, `${name}.in`)));
      const expected = expectedRows(readFileSync(join(folder, `${name}.text`), "utf8"));
      return actual.join("\n") !== expected.join("\n");
    });
    assert.deepEqual(different, [...DEVIATIONS.keys()]);
  },
);

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { redactSnapshot } from "./snapshot.js";
import { TerminalDriver } from "./terminal-driver.test.support.js";

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const random = SeededRandom.ofRun();
const jwt = (): string => `eyJ${random.word(ALNUM, 33)}.eyJ${random.word(ALNUM, 180)}.Q7${random.word(ALNUM, 41)}`;

/** Cuts a text to rows of a width. */
function cut(text: string, width: number): string[] {
  const rows: string[] = [];
  for (let at = 0; at < text.length; at += width) rows.push(text.slice(at, at + width));
  return rows;
}

/** How programs show a text that is wider than the room they have; each row is put where it belongs by a cursor movement. */
const PRESENTATIONS: Readonly<Record<string, (secret: string, cols: number) => string[]>> = {
  "as wide as the screen": (secret, cols) => cut(secret, cols),
  "behind other text": (secret, cols) => cut(`the token is ${secret}, good`, cols),
  "with numbers, as editors have them": (secret, cols) =>
    cut(secret, cols - 4).map((row, i) => (i === 0 ? `  7 ${row}` : `    ${row}`)),
  "with numbers, as pagers have them": (secret, cols) =>
    cut(secret, cols - 8).map((row, i) => (i === 0 ? `      7 ${row}` : `        ${row}`)),
  "with a number on each row": (secret, cols) => cut(secret, cols - 8).map((row) => `      7 ${row}`),
  indented: (secret, cols) => cut(secret, cols - 6).map((row) => `      ${row}`),
  "with an arrow": (secret, cols) => cut(secret, cols - 2).map((row, i) => (i === 0 ? `  ${row}` : `↪ ${row}`)),
  "in a frame": (secret, cols) => cut(secret, cols - 7).map((row, i) => (i === 0 ? `   7 │ ${row}` : `     │ ${row}`)),
  "between two frames": (secret, cols) => cut(secret, cols - 4).map((row) => `│ ${row.padEnd(cols - 4)} │`),
  "in a left pane": (secret, cols) => cut(secret, cols - 11).map((row, i) => `${row.padEnd(cols - 11)}│other ${i} x`),
  "in a right pane": (secret, cols) => cut(secret, cols - 11).map((row, i) => `other ${i} xx│${row}`),
  "one column free": (secret, cols) => cut(secret, cols - 1),
  "added in a diff": (secret, cols) => cut(`+${secret}`, cols),
  "in a table": (secret, cols) =>
    cut(secret, cols - 20).map((row, i) => `| name ${`${i}`.padEnd(2)} | ${row.padEnd(cols - 20)} | x |`),
};

function drawn(rows: readonly string[], cols: number): TerminalDriver {
  // What follows a secret that ends at the edge would be taken for more of it if it began like a word.
  const lines = ["first line", ...rows, "* last line"];
  return new TerminalDriver(40, cols).feed(lines.map((row, y) => `\x1b[${y + 1};1H${row}`).join(""));
}

for (const [how, present] of Object.entries(PRESENTATIONS))
  test(`S12: a secret that goes on over rows is covered: ${how}`, () => {
    for (const cols of [40, 57, 80, 132]) {
      const secret = jwt();
      const { plainText, cells } = redactSnapshot(drawn(present(secret, cols), cols).snapshot());
      const shown = cells.map((cell) => cell.text || " ").join("");
      for (let at = 3; at + 8 <= secret.length; at++) {
        const piece = secret.slice(at, at + 8);
        assert.ok(!plainText.includes(piece), `seed ${random.seed}: ${cols} columns:\n${plainText}`);
        assert.ok(!shown.includes(piece), `seed ${random.seed}: cells, ${cols} columns`);
      }
      assert.match(plainText, /^first line$/m);
      assert.match(plainText, /^\* last line$/m);
    }
  });

test("S12: a private key in a pane is covered, and what stands in the other one is not", () => {
  const lines = [
    "-----BEGIN PRIVATE KEY-----",
    ...Array.from({ length: 5 }, () => random.word(ALNUM, 64)),
    "-----END PRIVATE KEY-----",
  ];
  const rows = lines.map((line, i) => `other ${i}   │${line}`);
  const { plainText } = redactSnapshot(drawn(rows, 80).snapshot());
  for (const line of lines.slice(1, -1)) assert.ok(!plainText.includes(line.slice(10, 22)), plainText);
  for (const i of rows.keys()) assert.match(plainText, new RegExp(`other ${i}`));
});

test("S10: rows that are filled with ordinary words stay as they are", () => {
  const words = Array.from({ length: 300 }, (_, i) => `word${i % 7}`).join("_");
  for (const cols of [40, 80]) {
    const snapshot = drawn(cut(words, cols), cols).snapshot();
    assert.equal(redactSnapshot(snapshot).plainText, snapshot.plainText);
  }
});

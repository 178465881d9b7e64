import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { Terminal } from "./terminal.js";

const REPLY = (): void => undefined;
const sized = (rows: number, cols: number) => ({ rows, cols, pixelWidth: 0, pixelHeight: 0 });
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const ROUNDS = 150;

function write(terminal: Terminal, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at = terminal.write(bytes, at);
}

/** A line without blanks, so that every cell of it counts. */
function randomLine(random: SeededRandom, number: number, isWide: boolean): string {
  const length = random.below(3) === 0 ? random.below(300) : random.below(40);
  const wide = isWide ? "漢字" : "";
  return `${number}:${random.word(LETTERS + wide, length)}`;
}

const cellsOf = (character: string): number => (character > "\u3000" ? 2 : 1);

/** As a terminal cuts it. */
function cut(line: string, cols: number): string[] {
  const rows = [""];
  let width = 0;
  for (const character of line) {
    if (width + cellsOf(character) > cols) {
      rows.push("");
      width = 0;
    }
    rows[rows.length - 1] += character;
    width += cellsOf(character);
  }
  return rows;
}

test("B19: a line is whole again when the width returns, wherever its rows were meanwhile", () => {
  const { seed } = SeededRandom.ofRun();
  for (let at = 0; at < ROUNDS; at++) {
    const random = new SeededRandom(seed + at);
    const isWide = random.below(3) === 0;
    const [rows, cols] = [1 + random.below(12), 2 + random.below(80)];
    const terminal = new Terminal(sized(rows, cols), REPLY, 50_000);
    const lines: string[] = [];
    const say = (count: number): void => {
      for (; count > 0; count--) {
        lines.push(randomLine(random, lines.length, isWide));
        write(terminal, `${lines.at(-1)}\r\n`);
      }
    };
    say(1 + random.below(30));
    for (let step = random.below(5); step >= 0; step--) {
      terminal.resize(sized(1 + random.below(12), 2 + random.below(90)));
      if (random.below(2) === 0) say(random.below(4));
    }
    terminal.resize(sized(rows, cols));
    const shown = [...terminal.scrollback(1).read({}).lines, ...terminal.snapshot(2).lines];
    while (shown.at(-1) === "") shown.pop();
    assert.deepEqual(
      shown,
      lines.flatMap((line) => cut(line, cols)),
      `seed ${seed + at}`,
    );
  }
});

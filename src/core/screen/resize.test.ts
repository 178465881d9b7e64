import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cpuMs } from "../../base/cpu-time.test.support.js";
import { TerminalDriver, randomNumbers, visibleRows } from "./terminal-driver.test.support.js";

const rowsOf = (driver: TerminalDriver): string[] => visibleRows(driver.snapshot());

describe("rewrapping", () => {
  test("a soft-wrapped line is wrapped anew at a smaller width", () => {
    const driver = new TerminalDriver(4, 10).feed("abcdefghijkl\r\nx").resize(4, 6);
    assert.deepEqual(rowsOf(driver), ["abcdef", "ghijkl", "x"]);
    assert.equal(driver.text, "abcdefghijkl\nx");
  });

  test("a soft-wrapped line is wrapped anew at a larger width", () => {
    const driver = new TerminalDriver(4, 4).feed("abcdefghij\r\nx").resize(4, 8);
    assert.deepEqual(rowsOf(driver), ["abcdefgh", "ij", "x"]);
  });

  test("narrower and back gives the screen as it was", () => {
    const driver = new TerminalDriver(8, 12).feed("\x1b[31mabcdefghijklmn\x1b[m\r\nshort\r\n漢字漢字漢字漢字\r\n");
    const before = driver.snapshot();
    const after = driver.resize(8, 7).resize(8, 12).snapshot();
    assert.equal(after.plainText, before.plainText);
    assert.deepEqual(after.cells, before.cells);
    assert.deepEqual(after.cursor, before.cursor);
  });

  test("a line that was broken by the program stays broken", () => {
    const driver = new TerminalDriver(4, 4).feed("abcd\r\nefgh").resize(4, 10);
    assert.deepEqual(rowsOf(driver), ["abcd", "efgh"]);
  });

  test("printed spaces at the end of a row are kept when it wraps", () => {
    const driver = new TerminalDriver(4, 4).feed("ab  cd\r\n").resize(4, 8);
    assert.equal(driver.text, "ab  cd");
  });

  test("blank cells in the middle of a wrapped line keep their place", () => {
    const driver = new TerminalDriver(4, 6).feed("abcdefgh\r\n\x1b[1;3H\x1b[2X\x1b[4H").resize(4, 8);
    assert.equal(driver.text, "ab  efgh");
  });

  test("blanks erased at the end of a row that goes on keep their place", () => {
    // EL would end the line; ECH does not.
    const driver = new TerminalDriver(4, 6).feed("abcdefgh\x1b[1;5H\x1b[X\x1b[4H").resize(4, 4);
    assert.equal(driver.text, "abcd fgh");
  });

  test("a wide character does not straddle the new margin", () => {
    const driver = new TerminalDriver(4, 6).feed("a漢字x\r\n").resize(4, 4);
    assert.deepEqual(rowsOf(driver), ["a漢", "字x"]);
    assert.equal(driver.text, "a漢字x");
  });

  test("the blank cell left at a margin by a wide character goes when there is room", () => {
    const driver = new TerminalDriver(4, 4).feed("abc漢d\r\n").resize(4, 8);
    assert.equal(driver.text, "abc漢d");
  });

  test("colours travel with their characters", () => {
    const { cells } = new TerminalDriver(4, 4).feed("abc\x1b[31mdef\r\n").resize(4, 3).snapshot();
    assert.deepEqual([cells[2].style.foreground, cells[3].style.foreground], ["default", "idx:1"]);
  });
});

describe("the cursor", () => {
  test("stays in its row, whose line is not wrapped anew: shells count on it", () => {
    const driver = new TerminalDriver(5, 10).feed("0123456789ab\r\nabcdefghijkl").resize(5, 5);
    assert.deepEqual(rowsOf(driver), ["01234", "56789", "ab", "abcde", "kl"]);
    assert.deepEqual(driver.cursor, [4, 2]);
    driver.resize(5, 10);
    assert.deepEqual(rowsOf(driver), ["0123456789", "ab", "abcde", "kl"]);
    assert.deepEqual(driver.cursor, [3, 2]);
  });

  test("keeps its line also where the shell erases as it goes on in the next row", () => {
    // As zsh does it: one blank too many, back, erase, and on.
    const driver = new TerminalDriver(5, 10).feed("$ abcdefgh \r\x1b[Kij").resize(5, 5);
    assert.deepEqual(rowsOf(driver), ["$ abc", "ij"]);
    assert.deepEqual(driver.cursor, [1, 2]);
  });

  test("stands before the margin where its row was cut", () => {
    const driver = new TerminalDriver(2, 10).feed("abc\x1b[9G").resize(2, 5).feed("x");
    assert.deepEqual(rowsOf(driver), ["abc x"]);
  });

  test("stays behind the text while a wrap is due", () => {
    const driver = new TerminalDriver(4, 4).feed("abcd").resize(4, 8).feed("e");
    assert.equal(driver.text, "abcde");
  });

  test("stays behind the text while a wrap is due and the screen gets narrower", () => {
    const driver = new TerminalDriver(4, 4).feed("abcd").resize(4, 2).feed("e");
    assert.equal(driver.text, "abe");
  });

  test("stays behind the text while a wrap is due and only rows change", () => {
    assert.equal(new TerminalDriver(4, 4).feed("abcd").resize(5, 4).feed("e").text, "abcde");
  });

  test("stays behind text that ends at the new margin", () => {
    assert.equal(new TerminalDriver(4, 8).feed("abcd").resize(4, 4).feed("e").text, "abcde");
  });

  test("wraps at no new margin of the alternate screen", () => {
    const driver = new TerminalDriver(2, 8).feed("\x1b[?1049h\x1b[Habcdef\x1b[1;5H").resize(2, 4).feed("x");
    assert.deepEqual(rowsOf(driver), ["abcx"]);
  });

  test("is found on its character when the alternate screen is left", () => {
    const driver = new TerminalDriver(6, 8).feed("abcdef\r\n$ \x1b[?1049h").resize(3, 4).feed("\x1b[?1049lx");
    assert.equal(driver.text, "abcdef\n$ x");
  });

  test("that was saved with a wrap due goes on behind the text, whatever width there is then", () => {
    for (const [save, restore] of [
      ["\x1b7", "\x1b8"],
      ["\x1b[?1049h", "\x1b[?1049l"],
    ])
      for (const cols of [4, 10]) {
        const driver = new TerminalDriver(3, 8).feed(`abcdefgh${save}`).resize(3, cols).feed(`${restore}Z`);
        const rows = cols === 10 ? ["abcdefghZ"] : save === "\x1b7" ? ["abcZ"] : ["abcd", "Z"];
        assert.deepEqual(rowsOf(driver), rows, `${JSON.stringify(save)}, ${cols} columns`);
      }
  });

  test("keeps its line visible when rows go", () => {
    const driver = new TerminalDriver(6, 8).feed("1\r\n2\r\n3\r\n4\r\n5").resize(2, 8);
    assert.deepEqual(rowsOf(driver), ["4", "5"]);
    assert.deepEqual(driver.cursor, [1, 1]);
  });

  test("lets blank rows below it go first", () => {
    const driver = new TerminalDriver(6, 8).feed("1\r\n2").resize(3, 8);
    assert.deepEqual(rowsOf(driver), ["1", "2"]);
    assert.deepEqual(driver.cursor, [1, 1]);
  });

  test("stays in its row when rows come", () => {
    const driver = new TerminalDriver(2, 8).feed("1\r\n2").resize(5, 8).feed("\r\n3");
    assert.deepEqual(rowsOf(driver), ["1", "2", "3"]);
  });
});

describe("what else changes", () => {
  test("the alternate screen is cut and padded, not rewrapped", () => {
    const driver = new TerminalDriver(3, 6).feed("\x1b[?1049h\x1b[Habcdefgh").resize(3, 4);
    assert.deepEqual(rowsOf(driver), ["abcd", "gh"]);
    assert.deepEqual(rowsOf(driver.resize(3, 6)), ["abcd", "gh"]);
  });

  test("a wide character cut on the alternate screen leaves no half", () => {
    const driver = new TerminalDriver(2, 4).feed("\x1b[?1049h\x1b[Hab漢").resize(2, 3);
    assert.deepEqual(rowsOf(driver), ["ab"]);
    assert.ok(driver.snapshot().cells.every((cell) => !cell.wide && !cell.wideContinuation));
  });

  test("the normal screen is rewrapped behind the alternate one", () => {
    const driver = new TerminalDriver(4, 8).feed("abcdefghij\r\n\x1b[?1049h").resize(4, 5).feed("\x1b[?1049l");
    assert.equal(driver.text, "abcdefghij");
  });

  test("margins are reset", () => {
    const driver = new TerminalDriver(4, 8).feed("1\r\n2\r\n3\r\n4\x1b[2;3r").resize(4, 9).feed("\x1b[4;1H\n");
    assert.deepEqual(rowsOf(driver), ["2", "3", "4"]);
  });

  test("new columns get tab stops and old ones keep theirs", () => {
    const driver = new TerminalDriver(2, 10).feed("\x1b[3g\x1b[4G\x1bH").resize(2, 30).feed("\r\ta\tb");
    assert.deepEqual(rowsOf(driver), [`   a${" ".repeat(12)}b`]);
  });

  test("the same size changes nothing", () => {
    const driver = new TerminalDriver(4, 4).feed("abcd\x1b[2;3r").resize(4, 4).feed("\x1b[3;1H\n\n\nx");
    assert.deepEqual(rowsOf(driver), ["abcd", "", "x"]);
  });

  test("one row of one column and back", () => {
    const driver = new TerminalDriver(3, 8).feed("a漢字bc").resize(1, 1).feed("x漢y").resize(3, 8).feed("z");
    assert.ok(driver.text.endsWith("yz"), driver.text);
  });

  test("B13: a thousand rows of a thousand columns and back", () => {
    const driver = new TerminalDriver(3, 8).feed("abcdefghijkl\r\n").resize(1000, 1000);
    assert.equal(driver.text, "abcdefghijkl");
    assert.equal(driver.snapshot().cells.length, 1_000_000);
    assert.deepEqual(rowsOf(driver.resize(3, 8)), ["abcdefgh", "ijkl"]);
  });
});

const FULL_SCREENS = {
  "rows that end": "\x1b#8",
  "one line": `${"x".repeat(999_000)}\r\n`,
  "one line of wide characters": `${"漢".repeat(499_500)}\r\n`,
  "one line with the cursor": "x".repeat(1_000_000),
  "one line of blanks": `${"x".repeat(999_000)}\r\n${Array.from({ length: 999 }, (_, y) => `\x1b[${y + 1}H\x1b[41m\x1b[1000X`).join("")}\x1b[1000H`,
};
for (const [what, input] of Object.entries(FULL_SCREENS))
  test(`B13: 1000 by 1000 cells, ${what}, take any size within 50 ms`, () => {
    for (const [rows, cols] of [
      [1000, 1],
      [1000, 2],
      [1, 1],
      [24, 80],
      [1000, 999],
      [999, 1000],
    ] as const) {
      let best = Infinity;
      // A collection of garbage may fall into any single attempt.
      for (let attempt = 0; attempt < 4 && best > 50; attempt++) {
        const driver = new TerminalDriver(1000, 1000).feed(input);
        best = Math.min(
          best,
          cpuMs(() => driver.resize(rows, cols)),
        );
      }
      assert.ok(best <= 50, `${best} ms to ${rows} by ${cols}`);
    }
  });

function assertSound(driver: TerminalDriver, rows: number, cols: number, where: string): void {
  const { cells, cursor } = driver.snapshot();
  assert.equal(cells.length, rows * cols, where);
  assert.ok(cursor.row >= 0 && cursor.row < rows && cursor.col >= 0 && cursor.col < cols, `cursor, ${where}`);
  for (let at = 0; at < cells.length; at++) {
    const { wide, wideContinuation, text } = cells[at];
    const isLast = at % cols === cols - 1;
    assert.ok(!wide || (!isLast && cells[at + 1].wideContinuation), `first half alone at ${at}, ${where}`);
    assert.ok(
      !wideContinuation || (at % cols > 0 && cells[at - 1].wide && text === ""),
      `second half alone at ${at}, ${where}`,
    );
    assert.ok(!wide || text !== "", `wide and empty at ${at}, ${where}`);
  }
}

test("B13: a thousand random sizes between random output leave a sound screen", () => {
  const random = randomNumbers(42);
  const pieces = [
    "abc def ",
    "漢字",
    "👩‍👩‍👧",
    "☎️",
    "🇩🇪🇫",
    "\r\n",
    "\n",
    "\t",
    "\b",
    "\x1b[2J",
    "\x1b[H",
    "\x1b[K",
    "\x1b[1K",
    "\x1b[3X",
    "\x1b[2@",
    "\x1b[2P",
    "\x1b[L",
    "\x1b[M",
    "\x1b[S",
    "\x1b[T",
    "\x1b[41m",
    "\x1b[m",
    "\x1b[?1049h",
    "\x1b[?1049l",
    "\x1b[?47h",
    "\x1b[?47l",
    "\x1b[2;4r",
    "\x1b[?6h",
    "\x1b[?6l",
    "\x1b7",
    "\x1b8",
    "\x1b[4h",
    "\x1b[4l",
    "\x1b[?7l",
    "\x1b[?7h",
    '\x1b[1"q',
    '\x1b[0"q',
    "\x1b[?J",
    "\x1b[?1J",
    "\x1b[?K",
    "\x1b[?1K",
    "\x1b[2'}",
    "\x1b[2'~",
    "\x1b[ @",
    "\x1b[ A",
    "\x1b#8",
    "漢\x1b[5b",
    "e\u0301\u0323",
    "\x1bM",
  ];
  let rows = 5;
  let cols = 10;
  const driver = new TerminalDriver(rows, cols);
  for (let step = 0; step < 1000; step++) {
    const count = random(12);
    let written = "";
    for (let i = 0; i < count; i++) {
      written += pieces[random(pieces.length)];
      if (random(4) === 0) written += `\x1b[${1 + random(rows)};${1 + random(cols)}H`;
    }
    driver.feed(written);
    assertSound(driver, rows, cols, `step ${step}, after ${JSON.stringify(written)}`);
    rows = 1 + random(9);
    cols = 1 + random(14);
    driver.resize(rows, cols);
    assertSound(driver, rows, cols, `step ${step}, resized to ${rows} by ${cols}`);
  }
});

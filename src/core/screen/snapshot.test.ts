import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findText } from "../../api/index.js";
import type { ScreenCell } from "../../protocol/index.js";
import { Terminal } from "./terminal.js";
import { TerminalDriver } from "./terminal-driver.test.support.js";

describe("a snapshot", () => {
  test("is the same object until something changes", () => {
    const { terminal } = new TerminalDriver(2, 4).feed("a");
    const first = terminal.snapshot(1);
    assert.equal(terminal.snapshot(1), first);
    assert.equal(first.cells, first.cells);
    terminal.write(Buffer.from("b"));
    assert.notEqual(terminal.snapshot(2), first);
  });

  test("is a new object for a new sequence number", () => {
    const { terminal } = new TerminalDriver(2, 4);
    assert.equal(terminal.snapshot(1).sequence, 1);
    assert.equal(terminal.snapshot(2).sequence, 2);
  });

  test("keeps what it showed after the screen moved on, also when cells are asked for late", () => {
    const driver = new TerminalDriver(2, 4).feed("\x1b[31mab\u0301c");
    const old = driver.snapshot();
    driver.feed("\x1b[2J\x1b[32m\x1b[Hxyz\r\n\r\n\r\n\x1b]2;t\x07\x1b[?1049h").resize(5, 9);
    assert.equal(old.plainText, "ab\u0301c");
    assert.equal(old.cells.length, 8);
    assert.deepEqual(
      old.cells.slice(0, 4).map((cell) => cell.text),
      ["a", "b\u0301", "c", ""],
    );
    assert.equal(old.cells[0].style.foreground, "idx:1");
    assert.deepEqual([old.title, old.alternateScreen, old.size.cols], [null, false, 4]);
  });

  test("has its cells in JSON, and not in a copy by its own properties", () => {
    const snapshot = new TerminalDriver(2, 4).feed("\x1b[1mab").snapshot();
    const told = JSON.parse(JSON.stringify(snapshot)) as typeof snapshot;
    assert.deepEqual(told.cells, snapshot.cells);
    assert.deepEqual([told.plainText, told.cells.length, told.cells[0].style.bold], ["ab", 8, true]);
    assert.equal("cells" in { ...snapshot }, false);
  });

  test("has row-major cells that know their places", () => {
    const { cells } = new TerminalDriver(3, 5).feed("a\x1b[3;5Hz").snapshot();
    cells.forEach((cell, at) => assert.deepEqual([cell.row, cell.col], [Math.floor(at / 5), at % 5]));
    assert.equal(cells[14].text, "z");
  });

  test("shares one frozen style between cells that look alike", () => {
    const { cells } = new TerminalDriver(1, 5).feed("\x1b[1mab").snapshot();
    assert.equal(cells[0].style, cells[1].style);
    assert.ok(Object.isFrozen(cells[0].style));
    assert.deepEqual(cells[4].style, {
      foreground: "default",
      background: "default",
      bold: false,
      dim: false,
      italic: false,
      underline: false,
      inverse: false,
      strikethrough: false,
      blink: false,
      hidden: false,
    });
  });

  test("tells modes, title, size and cursor", () => {
    const driver = new TerminalDriver(3, 5, 50, 60);
    driver.feed("\x1b[?1049h\x1b[?1h\x1b=\x1b[?2004h\x1b[?1002h\x1b[?1006h\x1b]2;t\x07\x1b[?25l\x1b[2;3H");
    const {
      size,
      cursor,
      alternateScreen,
      applicationCursor,
      applicationKeypad,
      bracketedPaste,
      mouseTracking,
      mouseEncoding,
      title,
    } = driver.snapshot();
    assert.deepEqual(size, { rows: 3, cols: 5, pixelWidth: 50, pixelHeight: 60 });
    assert.deepEqual(cursor, { row: 1, col: 2, visible: false });
    assert.deepEqual([alternateScreen, applicationCursor, applicationKeypad, bracketedPaste], [true, true, true, true]);
    assert.deepEqual([mouseTracking, mouseEncoding, title], ["button", "sgr", "t"]);
  });
});

/** More than the tables hold before unused entries are given up. */
const MANY = 40_000;

describe("extras of styles and clusters that no cell uses any more", () => {
  /** Each has an underline of its own colour, which stands in a table; the text's colour stands in the cell. */
  const color = (at: number): string => {
    const rgb = `${at >> 16};${(at >> 8) & 255};${at & 255}`;
    return `\x1b[38;2;${rgb};58;2;${rgb}m`;
  };
  const colorsOf = ({ style }: ScreenCell): unknown => [style.foreground, style.underlineColor];
  const expected = (at: number): unknown => {
    const name = `rgb:${at >> 16}:${(at >> 8) & 255}:${at & 255}`;
    return [name, name];
  };
  const cluster = (at: number): string =>
    `a${String.fromCodePoint(0x300 + (at % 64), 0x300 + ((at >> 6) % 64), 0x300 + (at >> 12))}`;

  test("are given up without a change to what is on the screen", () => {
    const driver = new TerminalDriver(3, 10).feed("\x1b[1;31mkeep\x1b[m e\u0301\u0323\x1b[44m\x1b[K\x1b[m\x1b[2;1H");
    const before = driver.snapshot();
    for (let at = 0; at < MANY; at++) driver.feed(`${color(at)}x\r${cluster(at)}\r`);
    const after = driver.snapshot();
    assert.deepEqual(after.cells.slice(0, 10), before.cells.slice(0, 10));
    assert.equal(after.cells[10].text, cluster(MANY - 1));
    assert.deepEqual(colorsOf(after.cells[10]), expected(MANY - 1));
  });

  test("stay as they were in the snapshots that were handed out", () => {
    const driver = new TerminalDriver(3, 10);
    const kept = [];
    for (let at = 0; at < MANY; at++) {
      driver.feed(`${color(at)}${cluster(at)}\r`);
      if (at % 1000 === 0) kept.push({ at, snapshot: driver.snapshot() });
    }
    for (const { at, snapshot } of kept) {
      assert.equal(snapshot.cells[0].text, cluster(at), `cluster ${at}`);
      assert.deepEqual(colorsOf(snapshot.cells[0]), expected(at), `colour ${at}`);
    }
  });

  test("can be used again after they were given up", () => {
    const driver = new TerminalDriver(1, 4);
    for (let round = 0; round < 2; round++) {
      for (let at = 0; at < MANY; at++) {
        driver.feed(`${color(at)}x\r`);
        if (at % 5000 !== 0) continue;
        assert.deepEqual(colorsOf(driver.snapshot().cells[0]), expected(at));
      }
    }
  });

  test("are not mixed up when more are on the screen than the tables hold at first", () => {
    const rows = 200;
    const cols = 200;
    const driver = new TerminalDriver(rows, cols);
    for (let round = 0; round < 2; round++) {
      driver.feed("\x1b[H");
      let text = "";
      for (let at = 0; at < rows * cols; at++) text += `${color(at + round * 7)}x`;
      driver.feed(text);
    }
    driver.snapshot().cells.forEach((cell, at) => assert.deepEqual(colorsOf(cell), expected(at + 7)));
  });
});

describe("plain text", () => {
  const cases: readonly (readonly [title: string, input: string, text: string])[] = [
    ["drops blank cells at the end of a row", "ab\x1b[1;6H\x1b[2;1Hc", "ab\nc"],
    ["keeps printed spaces at the end of a row", "ab  \r\nc", "ab  \nc"],
    ["shows blank cells inside a row as spaces", "a\x1b[1;4Hb", "a  b"],
    ["drops cells that were erased again", "abcd\x1b[1;3H\x1b[K", "ab"],
    ["keeps blank rows between others", "a\r\n\r\nb", "a\n\nb"],
    ["keeps blank rows above the text", "\x1b[3;1Ha", "\n\na"],
    ["drops blank rows below the text", "a\r\n\r\n\r\n", "a"],
    ["joins soft-wrapped rows with nothing", "abcdefghij", "abcdefghij"],
    ["breaks where the program did, also in a full row", "abcdefgh\r\nij", "abcdefgh\nij"],
    ["breaks after a row whose end was erased", "abcdefghij\x1b[1;8H\x1b[K", "abcdefg\nij"],
    ["is empty for an empty screen", "", ""],
    ["joins a wide character that did not fit", "abcdefg漢", "abcdefg漢"],
    ["shows the alternate screen while it is on", "main\x1b[?1049h\x1b[Halt", "alt"],
  ];
  for (const [title, input, text] of cases) {
    test(title, () => {
      const driver = new TerminalDriver(5, 8).feed(input);
      assert.equal(driver.text, text);
      assert.equal(driver.snapshot().plainText, text);
    });
  }

  test("is made anew after each change and only then", () => {
    const driver = new TerminalDriver(2, 8).feed("a");
    assert.equal(driver.text, "a");
    assert.equal(driver.feed("b").text, "ab");
    assert.equal(driver.resize(1, 8).text, "ab");
  });
});

test("JSON has everything, the cells included", () => {
  const terminal = new Terminal({ rows: 2, cols: 3, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  terminal.write(Buffer.from("ab"));
  const snapshot = JSON.parse(JSON.stringify(terminal.snapshot(1))) as { plainText: string; cells: { text: string }[] };
  assert.equal(snapshot.plainText, "ab");
  assert.deepEqual(
    snapshot.cells.map((cell) => cell.text),
    ["a", "b", "", "", "", ""],
  );
});

test("findText finds the cells of a text behind wrapped rows and wide characters", () => {
  const terminal = new Terminal({ rows: 5, cols: 10, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  terminal.write(Buffer.from("0123456789abc\r\n漢字 \x1b[1mBOLD TEXT\x1b[m"));
  const places = (text: string): string[] =>
    findText(terminal.snapshot(1), text).map(({ row, col }) => `${row}:${col}`);
  assert.deepEqual(places("BOLD T"), ["2:5", "2:6", "2:7", "2:8", "2:9", "3:0"]);
  assert.deepEqual(places("9a"), ["0:9", "1:0"]);
  assert.deepEqual(places("字"), ["2:2", "2:3"]);
  assert.deepEqual(places("not there"), []);
  assert.equal(findText(terminal.snapshot(1), "BOLD")[0].style.bold, true);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ScreenCell } from "../../protocol/index.js";
import { TerminalDriver, visibleRows } from "./terminal-driver.test.support.js";

/**
 * Text and the cells it takes, from UAX #11 (wide and fullwidth: two), UTS #51 (emoji presentation, VS16 sequences, flags and
 * ZWJ sequences: two) and UAX #29 (marks, jamo and joiners belong to the character before them).
 */
const WIDTHS: readonly (readonly [text: string, width: number, name: string])[] = [
  ["abc", 3, "ASCII"],
  ["é", 1, "a composed letter"],
  ["e\u0301", 1, "a letter and an accent"],
  ["ệ", 1, "a letter of two marks, composed"],
  ["e\u0323\u0302", 1, "a letter and two marks"],
  ["漢字", 4, "ideographs"],
  ["かな", 4, "hiragana"],
  ["が", 2, "kana and a voiced mark"],
  ["ｶﾅ", 2, "halfwidth katakana"],
  ["ＡＢ", 4, "fullwidth letters"],
  ["한글", 4, "Hangul syllables"],
  ["\u1112\u1161\u11ab", 2, "a syllable of three jamo"],
  ["\u1100\u1161", 2, "a syllable of two jamo"],
  ["𠀀", 2, "an ideograph of plane 2"],
  ["\u{30000}", 2, "an ideograph of plane 3"],
  ["😀", 2, "an emoji"],
  ["👍🏽", 2, "an emoji and a skin tone"],
  ["☝🏽", 2, "a narrow pictograph and a skin tone"],
  ["🏽", 2, "a skin tone alone"],
  ["👨‍👩‍👧‍👦", 2, "a family"],
  ["👩🏽‍💻", 2, "a profession with a skin tone"],
  ["🏳️‍🌈", 2, "the rainbow flag"],
  ["❤️‍🔥", 2, "a heart on fire"],
  ["🇩🇪", 2, "a flag"],
  ["🇩🇪🇫🇷", 4, "two flags"],
  ["🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", 2, "a flag made of tags"],
  ["☎", 1, "a telephone, text by default"],
  ["☎️", 2, "a telephone as emoji"],
  ["❤︎", 1, "a heart as text"],
  ["1️⃣", 2, "a keycap"],
  ["#️⃣", 2, "a keycap of a sign"],
  ["⌚", 2, "a watch, emoji by default"],
  ["©", 1, "the copyright sign"],
  ["©️", 2, "the copyright sign as emoji"],
  ["a\u200b", 1, "a zero width space"],
  ["a\u00adb", 3, "a soft hyphen"],
  ["नि", 2, "a letter and a spacing mark, which wcwidth counts as well,"],
  ["שָׁ", 1, "a Hebrew letter and two points"],
  ["ก็", 1, "a Thai letter and a mark"],
  ["…—“”", 4, "punctuation of ambiguous width is narrow"],
  ["─│┌█", 4, "box drawing"],
  ["\ue0b0", 1, "a private use character"],
  ["\u115f", 2, "the filler of a leading consonant"],
  ...[0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd].map(
    (sign) => [`${String.fromCodePoint(sign)}1`, 2, `U+${sign.toString(16)} before a number`] as const,
  ),
];

/** The text of the row, from its cells. */
const joined = (cells: readonly ScreenCell[]): string => cells.map((cell) => cell.text).join("");

describe("widths", () => {
  for (const [text, width, name] of WIDTHS) {
    test(`${name} takes ${width} cell${width === 1 ? "" : "s"}`, () => {
      const driver = new TerminalDriver(2, 20).feed(text);
      const { cells } = driver.snapshot();
      assert.deepEqual(driver.cursor, [0, width]);
      assert.equal(joined(cells), text);
      assert.equal(driver.text, text);
      cells.forEach((cell, at) => assert.equal(cell.wideContinuation, at > 0 && cells[at - 1].wide, `cell ${at}`));
    });
  }

  test("all of them in one row keep their text", () => {
    const text = WIDTHS.map(([part]) => part).join(" ");
    const driver = new TerminalDriver(2, 200).feed(text);
    assert.equal(driver.text, text);
    assert.deepEqual(driver.cursor, [0, WIDTHS.reduce((sum, [, width]) => sum + width + 1, -1)]);
  });
});

describe("clusters", () => {
  test("the third regional indicator begins a new flag", () => {
    const { cells } = new TerminalDriver(1, 10).feed("🇩🇪🇫").snapshot();
    assert.deepEqual([cells[0].text, cells[2].text], ["🇩🇪", "🇫"]);
  });

  test("a flag is not completed over a control", () => {
    const { cells } = new TerminalDriver(1, 10).feed("🇩\x1b[m🇪").snapshot();
    assert.deepEqual([cells[0].text, cells[1].text], ["🇩", "🇪"]);
  });

  test("an emoji behind a joiner is not lost when the screen was cleared in between", () => {
    assert.deepEqual(visibleRows(new TerminalDriver(2, 10).feed("👩\u200d\x1b[2J👧x").snapshot()), ["  👧x"]);
  });

  test("a joiner between letters joins nothing", () => {
    const driver = new TerminalDriver(1, 10).feed("a\u200db");
    assert.deepEqual(driver.cursor, [0, 2]);
  });

  test("a mark with nothing before it is dropped", () => {
    const driver = new TerminalDriver(1, 10).feed("\u0301x");
    assert.equal(driver.text, "x");
  });

  test("marks on one cell are bounded, and the text behind them is whole", () => {
    const driver = new TerminalDriver(1, 10).feed(`a${"\u0301".repeat(100_000)}b`);
    const { cells } = driver.snapshot();
    assert.ok(cells[0].text.startsWith("a\u0301\u0301"));
    assert.ok(cells[0].text.length <= 64, `${cells[0].text.length} characters in one cell`);
    assert.equal(cells[1].text, "b");
  });

  test("a mark lands on the last column while a wrap is due", () => {
    const driver = new TerminalDriver(2, 3).feed("abc\u0301d");
    assert.deepEqual(visibleRows(driver.snapshot()), ["abc\u0301", "d"]);
  });

  test("a mark lands on a wide character whose second half is in the last column", () => {
    assert.deepEqual(visibleRows(new TerminalDriver(2, 3).feed("a漢\u0301b").snapshot()), ["a漢\u0301", "b"]);
  });
});

describe("wide characters at the margin", () => {
  test("one that does not fit goes to the next line whole", () => {
    const driver = new TerminalDriver(2, 4).feed("abc漢");
    const { cells } = driver.snapshot();
    assert.deepEqual(visibleRows(driver.snapshot()), ["abc", "漢"]);
    assert.deepEqual([cells[3].text, cells[3].wide], ["", false]);
    assert.equal(driver.text, "abc漢");
  });

  test("the blank cell at the margin replaces what was there", () => {
    const driver = new TerminalDriver(2, 4).feed("wxyz\x1b[1;4H漢");
    assert.deepEqual(visibleRows(driver.snapshot()), ["wxy", "漢"]);
  });

  test("without autowrap it finds no place in the last column", () => {
    const driver = new TerminalDriver(2, 4).feed("\x1b[?7labcd漢");
    assert.deepEqual(visibleRows(driver.snapshot()), ["abcd"]);
    assert.deepEqual(driver.cursor, [0, 3]);
  });

  test("without autowrap it takes nothing from the one before it", () => {
    const driver = new TerminalDriver(2, 4).feed("\x1b[?7l\x1b[1;3H字か");
    assert.deepEqual(visibleRows(driver.snapshot()), ["  字"]);
  });

  test("an emoji that grows at the margin moves to the next line", () => {
    const driver = new TerminalDriver(2, 4).feed("abc☎\ufe0fx");
    assert.deepEqual(visibleRows(driver.snapshot()), ["abc", "☎\ufe0fx"]);
    assert.equal(driver.text, "abc☎\ufe0fx");
  });

  test("a flag that grows at the margin moves to the next line", () => {
    assert.deepEqual(visibleRows(new TerminalDriver(2, 4).feed("abc🇩🇪x").snapshot()), ["abc", "🇩🇪x"]);
  });

  test("without autowrap it takes nothing from the one before it", () => {
    const driver = new TerminalDriver(2, 4).feed("\x1b[?7l\x1b[1;3H字か");
    assert.deepEqual(visibleRows(driver.snapshot()), ["  字"]);
  });

  test("an emoji that grows at the margin keeps its own style", () => {
    const { cells } = new TerminalDriver(2, 4).feed("abc\x1b[31m☎\ufe0f").snapshot();
    assert.equal(cells[4].style.foreground, "idx:1");
  });

  test("on a screen of one column it has no place", () => {
    assert.deepEqual(visibleRows(new TerminalDriver(3, 1).feed("a漢b").snapshot()), ["a", "b"]);
  });
});

describe("overwriting wide characters", () => {
  test("writing on the first half blanks the second", () => {
    assert.deepEqual(visibleRows(new TerminalDriver(1, 8).feed("漢字\x1b[1Gx").snapshot()), ["x 字"]);
  });

  test("writing on the second half blanks the first", () => {
    assert.deepEqual(visibleRows(new TerminalDriver(1, 8).feed("漢字\x1b[2Gx").snapshot()), [" x字"]);
  });

  test("a wide character over two halves blanks the outer ones", () => {
    assert.deepEqual(visibleRows(new TerminalDriver(1, 8).feed("漢字\x1b[2G語").snapshot()), [" 語"]);
  });

  test("a run of ASCII over the middle blanks the outer halves", () => {
    assert.deepEqual(visibleRows(new TerminalDriver(1, 8).feed("漢字語\x1b[2Gabcd").snapshot()), [" abcd"]);
  });

  test("an emoji that grows over a wide character blanks its other half", () => {
    const driver = new TerminalDriver(1, 8).feed("漢字\x1b[2G☎\ufe0f");
    assert.deepEqual(visibleRows(driver.snapshot()), [" ☎\ufe0f"]);
    for (const cell of driver.snapshot().cells.slice(3)) assert.ok(!cell.wide && !cell.wideContinuation);
  });
});

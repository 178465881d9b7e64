import assert from "node:assert/strict";
import { test } from "node:test";
import { TerminalDriver, randomNumbers } from "./terminal-driver.test.support.js";

/** Everything that can be seen from outside, as one string; also what a wider screen makes of it. */
function observe(driver: TerminalDriver): string {
  const { size, cursor, plainText, cells, sequence, ...rest } = driver.terminal.snapshot(1);
  const looks = cells.map(({ text, wide, wideContinuation, style }) => [text, wide, wideContinuation, style]);
  const { inputModes } = driver.terminal;
  const { text, cursor: later } = driver.resize(size.rows, size.cols + 7);
  return JSON.stringify([size, cursor, plainText, sequence, rest, inputModes, looks, driver.replies, text, later]);
}

const NASTY: readonly (readonly [string, string | Uint8Array])[] = [
  ["characters of two, three and four bytes", "é€漢😀é€漢😀é€漢😀"],
  ["a family joined by ZWJ", "a👨‍👩‍👧‍👦b👩🏽‍💻c"],
  ["flags, an odd one among them", "🇩🇪🇫🇷🇮x🇯🇵"],
  ["variation selectors and keycaps", "☎️❤︎1️⃣#️⃣x"],
  ["combining marks at the margin", "abcdefghijklmnopqrsệ́xtu"],
  ["an emoji growing at the margin", "1234567890123456789☎️x"],
  ["colours with semicolons and colons", "\x1b[1;38;2;10;20;30mA\x1b[48:2::1:2:3;4:3mB\x1b[0mC"],
  [
    "a title ended by BEL, one by ST, one that U+009C does not end",
    "\x1b]0;ä漢\x07a\x1b]2;two\x1b\\b\x1b]2;three ü\u009cc",
  ],
  ["a link around wide characters", "\x1b]8;id=1;http://example.org/ä\x1b\\漢字\x1b]8;;\x1b\\z"],
  ["questions in a row", "\x1b[c\x1b[6n\x1b[>q\x1bP$qm\x1b\\\x1b]11;?\x07\x1b]10;?\x1b\\\x1b[?2026$p\x1b[?u"],
  ["a DCS with payload", "a\x1bP1;2+q544e\x07436f\x1b\\b\x1bPzzz\x18c"],
  ["ignored strings", "a\x1b_G漢;\x07\x1b\\b\x1b^pm\u009cc\x1bXsos\x1ad"],
  ["C1 controls in UTF-8", "a\u009b31mb\u0085c\u008dd\u009d2;t\u009ce\u0090q\u009cf"],
  ["frames of mode 2026", "\x1b[?2026h\x1b[2Jone\x1b[?2026l\x1b[?2026h\x1b[Htwo\x1b[?2026lx"],
  ["controls inside a CSI", "ab\x1b[1\n;3\rmc\x1b[3\x18d\x1b[\x1b[1me"],
  [
    "broken UTF-8",
    Buffer.from([0x61, 0xe2, 0x82, 0x62, 0xf0, 0x9f, 0x1b, 0x5b, 0x6d, 0xc2, 0x9b, 0x6d, 0xed, 0xa0, 0x80, 0xff, 0x63]),
  ],
  ["charsets and single shifts", "\x1b(0lqk\x1b(B\x1b*0\x1bNqq\x0eq\x0f\x1b)0\x0eq"],
  ["REP behind text and behind nothing", "ab\x1b[5bc\r\x1b[5b漢\x1b[2b"],
  ["wide characters at the margin", "\x1b[1;20H漢字\r\n\x1b[2;19H漢字\x1b[3;18H字漢字\r\n\r\nend"],
  ["wide characters at the margin without autowrap", "\x1b[?7l\x1b[1;19H字か\x1b[2;20H漢x字\x1b[3;18H漢字か\x1b[?7h"],
  ["side margins", "\x1b[?69h\x1b[5;9sabc漢字def\x1b[2P\x1b[2@\x1b[?69l"],
  ["a due wrap", "12345678901234567890\x1b[1mx\r\n12345678901234567890\x1b[Kx"],
  ["the alternate screen and back", "main\x1b[?1049h\x1b[>1u漢\x1b[?u\x1b[?1049l\x1b[?ux"],
];

function inTwo(bytes: Uint8Array, cut: number): TerminalDriver {
  return new TerminalDriver(4, 20).feed(bytes.slice(0, cut)).feed(bytes.slice(cut));
}

for (const [name, input] of NASTY) {
  test(`T5: ${name} come out the same wherever the input is cut`, () => {
    const bytes = typeof input === "string" ? Buffer.from(input) : input;
    const whole = observe(new TerminalDriver(4, 20).feed(bytes));
    for (let cut = 1; cut < bytes.length; cut++) assert.equal(observe(inTwo(bytes, cut)), whole, `cut at ${cut}`);
    const single = new TerminalDriver(4, 20);
    for (const byte of bytes) single.feed(Buffer.of(byte));
    assert.equal(observe(single), whole, "byte by byte");
  });
}

test("T5: two and three bytes of every kind come out the same at once and byte by byte", () => {
  const kinds = [0x41, 0x80, 0x9b, 0xa0, 0xbf, 0xc1, 0xc2, 0xc3, 0xdf, 0xe0, 0xe3, 0xed, 0xef, 0xf0, 0xf4, 0xff];
  for (const first of kinds)
    for (const second of kinds)
      for (const third of kinds) {
        const bytes = Buffer.of(0x61, first, second, third, 0x62, 0x63, 0x64);
        const single = new TerminalDriver(2, 20);
        for (const byte of bytes) single.feed(Buffer.of(byte));
        assert.equal(single.text, new TerminalDriver(2, 20).feed(bytes).text, bytes.toString("hex"));
      }
});

const PIECES: readonly (readonly [string, string | Uint8Array])[] = [
  ...NASTY,
  ["", "\x1b[2J"],
  ["", "\x1b[H"],
  ["", "\x1b[3;3r"],
  ["", "\x1b[1;3r\x1b[?6h"],
  ["", "\x1b[r\x1b[?6l"],
  ["", "plain words that are long enough to wrap over the margin "],
  ["", "\r\n"],
  ["", "\x1b[2L\x1b[P\x1b[@\x1b[3X"],
  ["", "\x1b[4h漢\x1b[4l"],
  ["", "\x1b#8"],
];

test("T5: generated input comes out the same over ten thousand random cuts", () => {
  const random = randomNumbers(20_260_101);
  let cuts = 0;
  for (let program = 0; program < 20; program++) {
    const parts = Array.from({ length: 400 }, () => Buffer.from(PIECES[random(PIECES.length)][1]));
    const bytes = Buffer.concat(parts);
    const whole = observe(new TerminalDriver(6, 20).feed(bytes));
    // Few pieces with many cuts each: one run proves as many cuts as it has.
    for (let run = 0; run < 5; run++) {
      const driver = new TerminalDriver(6, 20);
      const places = Array.from({ length: 100 }, () => random(bytes.length)).sort((a, b) => a - b);
      let from = 0;
      for (const place of places) {
        driver.feed(bytes.subarray(from, place));
        from = place;
      }
      driver.feed(bytes.subarray(from));
      assert.equal(observe(driver), whole, `program ${program}, run ${run}`);
      cuts += places.length;
    }
  }
  assert.equal(cuts, 10_000);
});

import type { ConformanceCase } from "./conformance-case.test.cases.js";

const FOUR = "abcdefgh\r\nijklmnop\r\nqrstuvwx\r\nyz012345";
const [FIRST, SECOND, THIRD, FOURTH] = FOUR.split("\r\n");
const BOX = "\x1b[?69h\x1b[3;6s\x1b[2;3r";

/** Rectangles (DECCRA and its like), guarded areas, saved modes, and the level of conformance. */
export const RECTANGLES: readonly ConformanceCase[] = [
  {
    title: "DECFRA fills with a character, and the cursor stays",
    input: `${FOUR}\x1b[1;2H\x1b[42;2;3;3;4$x`,
    rows: [FIRST, "ij**mnop", "qr**uvwx", FOURTH],
    cursor: [0, 1],
  },
  {
    title: "DECFRA without a rectangle fills the screen",
    input: "\x1b[42$x",
    rows: ["********", "********", "********", "********"],
  },
  {
    title: "DECFRA takes the current rendition",
    input: "\x1b[31;44m\x1b[42;1;1;1;1$x",
    styles: { "0,0": { foreground: "idx:1", background: "idx:4" } },
  },
  { title: "DECFRA with a control does nothing", input: "ab\x1b[7;1;1;1;2$x", rows: ["ab"] },
  { title: "DECFRA ends at the screen", input: "\x1b[42;4;7;99;99$x", rows: ["", "", "", "      **"] },
  {
    title: "DECFRA the wrong way round does nothing",
    input: `${FOUR}\x1b[42;3;3;2;2$x`,
    rows: [FIRST, SECOND, THIRD, FOURTH],
  },
  { title: "DECFRA splits wide characters at its sides", input: "漢字漢字\x1b[42;1;2;1;5$x", rows: [" **** 字"] },
  {
    title: "rectangles ignore margins",
    input: `${FOUR}${BOX}\x1b[42;1;1;2;2$x`,
    rows: ["**cdefgh", "**klmnop", THIRD, FOURTH],
  },
  {
    title: "rectangles in origin mode count from the margins and end there",
    input: `${FOUR}${BOX}\x1b[?6h\x1b[42;1;2;9;9$x`,
    rows: [FIRST, "ijk***op", "qrs***wx", FOURTH],
  },
  { title: "DECERA erases", input: `${FOUR}\x1b[2;2;3;7$z`, rows: [FIRST, "i      p", "q      x", FOURTH] },
  {
    title: "DECERA takes the background colour",
    input: "ab\x1b[44m\x1b[1;1;1;1$z",
    rows: [" b"],
    styles: { "0,0": { background: "idx:4" } },
  },
  { title: "DECSERA spares what DECSCA guards", input: 'a\x1b[1"qb\x1b[0"qc\x1b[1;1;1;3${', rows: [" b"] },
  { title: "DECSERA does not spare what SPA guards", input: "a\x1bVb\x1bWc\x1b[1;1;1;3${", rows: [] },
  { title: "DECCRA copies", input: `${FOUR}\x1b[1;1;2;2;1;3;5;1$v`, rows: [FIRST, SECOND, "qrstabwx", "yz01ij45"] },
  {
    title: "DECCRA copies onto itself",
    input: `${FOUR}\x1b[1;1;3;3;1;2;2;1$v`,
    rows: [FIRST, "iabcmnop", "qijkuvwx", "yqrs2345"],
  },
  {
    title: "DECCRA ends at the screen",
    input: `${FOUR}\x1b[1;1;2;2;1;4;8;1$v`,
    rows: [FIRST, SECOND, THIRD, "yz01234a"],
  },
  {
    title: "DECCRA copies colours",
    input: "\x1b[31ma\x1b[m\x1b[1;1;1;1;1;2;2;1$v",
    rows: ["a", " a"],
    styles: { "1,1": { foreground: "idx:1" }, "1,0": { foreground: "default" } },
  },
  { title: "DECCRA cuts wide characters at its sides", input: "漢字x\x1b[1;2;1;3;1;2;1;1$v", rows: ["漢字x"] },
  {
    title: "DECCARA changes a stream of cells",
    input: `${FOUR}\x1b[1;7;2;2;1$r`,
    styles: { "0,5": { bold: false }, "0,6": { bold: true }, "1,1": { bold: true }, "1,2": { bold: false } },
  },
  {
    title: "DECCARA changes a rectangle after DECSACE",
    input: `${FOUR}\x1b[2*x\x1b[1;7;2;7;4;7$r`,
    styles: {
      "0,6": { underline: true, inverse: true },
      "0,7": { underline: false },
      "1,6": { inverse: true },
      "1,0": { inverse: false },
    },
  },
  {
    title: "DECCARA takes attributes away",
    input: "\x1b[1;4;7mab\x1b[1;1;1;1;0$r\x1b[1;2;1;2;24$r",
    styles: {
      "0,0": { bold: false, underline: false, inverse: false },
      "0,1": { bold: true, underline: false, inverse: true },
    },
  },
  {
    title: "DECCARA keeps colours",
    input: "\x1b[31ma\x1b[1;1;1;1;1$r",
    styles: { "0,0": { foreground: "idx:1", bold: true } },
  },
  {
    title: "DECRARA turns attributes round",
    input: "\x1b[1ma\x1b[mb\x1b[1;1;1;2;1;7$t",
    styles: { "0,0": { bold: false, inverse: true }, "0,1": { bold: true, inverse: true } },
  },
  { title: "rectangles are not known below a VT400", input: '\x1b[62"pab\x1b[42$x', rows: ["ab"] },
  { title: "ED, EL and ECH spare what SPA guards", input: "a\x1bVb\x1bWc\x1b[2J\x1b[2K\x1b[H\x1b[8X", rows: [" b"] },
  { title: "ED and EL do not spare what DECSCA guards", input: 'a\x1b[1"qb\x1b[0"qc\x1b[2K', rows: [] },
  { title: "DECSEL spares what SPA guards", input: "a\x1bVb\x1bWc\x1b[?2K", rows: [" b"] },
  {
    title: "XTSAVE and XTRESTORE bring a mode back",
    input: "\x1b[?7l\x1b[?7s\x1b[?7h\x1b[?7r123456789",
    rows: ["12345679"],
  },
  { title: "XTRESTORE leaves a mode that was not saved", input: "\x1b[?7l\x1b[?7r123456789", rows: ["12345679"] },
  {
    title: "XTRESTORE does all that goes with a mode",
    input: "ab\x1b[?1049s\x1b[?1049hcd\x1b[?1049r",
    alternateScreen: false,
    rows: ["ab"],
  },
  {
    title: "XTRESTORE of a mouse mode that was off leaves another one on",
    input: "\x1b[?1003h\x1b[?1000s\x1b[?1000r\x1b[?1003$p",
    replies: ["\x1b[?1003;1$y"],
  },
  {
    title: "XTRESTORE turns a mouse mode off that was off",
    input: "\x1b[?1000s\x1b[?1000h\x1b[?1000r\x1b[?1000$p",
    replies: ["\x1b[?1000;2$y"],
  },
  { title: "DECCOLM is ignored unless mode 40 allows it", input: "ab\x1b[?3h", rows: ["ab"], cursor: [0, 2] },
  {
    title: "DECCOLM clears the screen and goes home, and the size stays",
    input: "ab\x1b[?40h\x1b[?3h\x1b[18t",
    rows: [],
    cursor: [0, 0],
    replies: ["\x1b[8;4;8t"],
  },
  { title: "DECNCSM keeps the screen", input: "ab\x1b[?40;95h\x1b[?3h", rows: ["ab"], cursor: [0, 0] },
  {
    title: "DECRQM is not known below a VT300",
    input: '\x1b[62"p\x1b[4$p\x1b[?7$p\x1b[63"p\x1b[4$p',
    replies: ["\x1b[4;2$y"],
  },
  { title: "the blank of DEC graphics is a space", input: "\x1b(0_a", text: " ▒" },
  {
    title: "DECFRA guards what it fills while DECSCA does",
    input: '\x1b[1"q\x1b[42;1;1;1;2$x\x1b[0"q\x1b[?2J',
    rows: ["**"],
  },
  {
    title: "DECCRA in origin mode ends at the margins",
    input: `${FOUR}${BOX}\x1b[?6h\x1b[1;1;2;2;1;2;4;1$v`,
    rows: [FIRST, SECOND, "qrstukwx", FOURTH],
  },
  {
    title: "DECFRA in the first columns ends the line above, in the last ones its own",
    input: "abcdefghijklmnopqrstuvwx\x1b[42;2;1;2;2$x\x1b[42;2;8;2;8$x",
    text: "abcdefgh\n**klmno*\nqrstuvwx",
  },
  {
    title: "DECFRA between the sides leaves lines joined",
    input: "abcdefghijklmnop\x1b[42;1;2;2;7$x",
    text: "a******hi******p",
  },
  {
    title: "DECERA in the first columns ends the line above",
    input: "abcdefghijklmnop\x1b[2;1;2;2$z",
    text: "abcdefgh\n  klmnop",
  },
  {
    title: "DECSERA in the first columns ends the line above, in the last ones its own",
    input: "abcdefghijklmnopqrstuvwx\x1b[2;1;2;2${\x1b[2;8;2;8${",
    text: "abcdefgh\n  klmno\nqrstuvwx",
  },
  {
    title: "DECSERA leaves lines joined by what DECSCA guards",
    input: '\x1b[1"qabcdefghijklmnop\x1b[0"qqrstuvwx\x1b[1;1;2;8${',
    text: "abcdefghijklmnopqrstuvwx",
  },
  {
    title: "DECCRA onto the first columns ends the line above, onto the last ones its own",
    input: "abcdefghijklmnopqrstuvwx\x1b[1;1;1;2;1;2;1;1$v\x1b[1;1;1;1;1;2;8;1$v",
    text: "abcdefgh\nabklmnoa\nqrstuvwx",
  },
  {
    title: "DECCARA the wrong way round does nothing",
    input: `${FOUR}\x1b[3;1;2;8;1$r`,
    rows: [FIRST, SECOND, THIRD, FOURTH],
    styles: { "1,0": { bold: false }, "2,0": { bold: false } },
  },
];

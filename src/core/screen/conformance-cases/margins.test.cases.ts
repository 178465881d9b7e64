import type { ConformanceCase } from "./conformance-case.test.cases.js";

const FOUR = "abcdefgh\r\nijklmnop\r\nqrstuvwx\r\nyz012345";
/** Columns three to six, the cursor goes home. */
const SIDES = "\x1b[?69h\x1b[3;6s";
const BOX = `${SIDES}\x1b[2;3r`;
const DUE = "12345678";

/** Left and right margins (DECLRMM, DECSLRM), reverse wrap, and what a due wrap outlives. */
export const MARGINS: readonly ConformanceCase[] = [
  { title: "DECSLRM goes home", input: `\x1b[3;3H${SIDES}`, cursor: [0, 0] },
  { title: "DECSLRM in origin mode goes to the left margin", input: `\x1b[?6h${SIDES}`, cursor: [0, 2] },
  { title: "CSI s saves the cursor while DECLRMM is off", input: "\x1b[2;3H\x1b[3;6s\x1b[H\x1b[u", cursor: [1, 2] },
  {
    title: "DECSLRM of one column or the wrong way round is ignored",
    input: "\x1b[?69h\x1b[2;2H\x1b[4;4s",
    cursor: [1, 1],
  },
  { title: "DECLRMM turned off takes the margins away", input: `${SIDES}\x1b[?69l123456789`, rows: ["12345678", "9"] },
  { title: "text wraps between the margins", input: `${SIDES}\x1b[1;4Habcdefgh`, rows: ["   abc", "  defg", "  h"] },
  {
    title: "text that wraps between margins makes no soft wrap",
    input: `${SIDES}\x1b[1;3Habcdef`,
    text: "  abcd\n  ef",
  },
  {
    title: "text right of the margin goes on to the last column",
    input: `${SIDES}\x1b[1;7Habc`,
    rows: ["      ab", "  c"],
  },
  {
    title: "without autowrap text stays at the right margin",
    input: `\x1b[?7l${SIDES}\x1b[1;4Habcdef`,
    rows: ["   abf"],
  },
  {
    title: "a wide character that does not fit before the margin wraps",
    input: `${SIDES}\x1b[1;6H漢`,
    rows: ["", "  漢"],
  },
  {
    title: "insert mode pushes text out at the right margin",
    input: `${FOUR}${SIDES}\x1b[1;4H\x1b[4hXY`,
    rows: ["abcXYdgh", "ijklmnop", "qrstuvwx", "yz012345"],
  },
  {
    title: "CR goes to the left margin, or to the first column from before it",
    input: `${SIDES}\x1b[1;5H\rx\x1b[2;2H\ry`,
    rows: ["  x", "y"],
  },
  {
    title: "CUF and CUB stop at the margins",
    input: `${SIDES}\x1b[1;4H\x1b[9Cx\x1b[2;5H\x1b[9Dy`,
    rows: ["     x", "  y"],
  },
  {
    title: "CUF and CUB outside the margins stop at the screen",
    input: `${SIDES}\x1b[1;7H\x1b[9Cx\x1b[2;2H\x1b[9Dy`,
    rows: ["       x", "y"],
  },
  { title: "CUP in origin mode counts from both margins", input: `${BOX}\x1b[?6h\x1b[2;2Hx`, rows: ["", "", "   x"] },
  {
    title: "CHA and HPA in origin mode count from the left margin",
    input: `${BOX}\x1b[?6h\x1b[2Gx\x1b[3\`y`,
    rows: ["", "   xy"],
  },
  {
    title: "HPR and VPR in origin mode stop at the margins",
    input: `${BOX}\x1b[?6h\x1b[9a\x1b[9ex`,
    rows: ["", "", "     x"],
  },
  {
    title: "the cursor is told from both margins in origin mode",
    input: `${BOX}\x1b[?6h\x1b[2;3H\x1b[6n`,
    replies: ["\x1b[2;3R"],
  },
  { title: "HT stops at the right margin", input: `${SIDES}\tx`, rows: ["     x"] },
  {
    title: "LF at the bottom margin scrolls between the sides",
    input: `${FOUR}${BOX}\x1b[3;3H\n`,
    rows: ["abcdefgh", "ijstuvop", "qr    wx", "yz012345"],
  },
  {
    title: "LF beside the margins does not scroll",
    input: `${FOUR}${BOX}\x1b[3;1H\n`,
    rows: FOUR.split("\r\n"),
    cursor: [2, 0],
  },
  {
    title: "RI at the top margin scrolls between the sides",
    input: `${FOUR}${BOX}\x1b[2;3H\x1bM`,
    rows: ["abcdefgh", "ij    op", "qrklmnwx", "yz012345"],
  },
  {
    title: "RI beside the margins does not scroll",
    input: `${FOUR}${BOX}\x1b[2;8H\x1bM`,
    rows: FOUR.split("\r\n"),
    cursor: [1, 7],
  },
  {
    title: "SU and SD scroll between the sides wherever the cursor is",
    input: `${FOUR}${SIDES}\x1b[S`,
    rows: ["abklmngh", "ijstuvop", "qr0123wx", "yz    45"],
  },
  {
    title: "SD by more than there is clears the region",
    input: `${FOUR}${BOX}\x1b[99T`,
    rows: ["abcdefgh", "ij    op", "qr    wx", "yz012345"],
  },
  {
    title: "IL and DL act between the sides and go to the left margin",
    input: `${FOUR}${SIDES}\x1b[2;4H\x1b[L`,
    rows: ["abcdefgh", "ij    op", "qrklmnwx", "yzstuv45"],
    cursor: [1, 2],
  },
  {
    title: "DL beside the margins does nothing",
    input: `${FOUR}${SIDES}\x1b[2;8H\x1b[M`,
    rows: FOUR.split("\r\n"),
    cursor: [1, 7],
  },
  {
    title: "ICH and DCH end at the right margin",
    input: `${FOUR}${SIDES}\x1b[1;4H\x1b[@\x1b[2;4H\x1b[P`,
    rows: ["abc degh", "ijkmn op", "qrstuvwx", "yz012345"],
  },
  {
    title: "DCH between the margins leaves a wide character whole that it moves",
    size: [2, 14],
    input: `${"漢".repeat(6)}ab\x1b[?69h\x1b[3;12s\x1b[1;3H\x1b[P`,
    rows: ["漢 漢漢漢漢 ab"],
  },
  {
    title: "DECDC between the margins leaves a wide character whole that it moves",
    size: [2, 14],
    input: `${"漢".repeat(6)}ab\x1b[?69h\x1b[3;12s\x1b[1;3H\x1b[3'~`,
    rows: ["漢 漢漢漢   ab"],
  },
  {
    title: "REP between the margins scrolls as text does",
    input: `${FOUR}${BOX}\x1b[2;4Hx\x1b[2b漢\x1b[2b`,
    rows: ["abcdefgh", "ij漢漢op", "qr漢  wx", "yz012345"],
  },
  {
    title: "ICH and DCH beside the margins do nothing",
    input: `${FOUR}${SIDES}\x1b[1;1H\x1b[@\x1b[2;8H\x1b[P`,
    rows: FOUR.split("\r\n"),
  },
  {
    title: "DECIC and DECDC shift columns between all margins",
    input: `${FOUR}${BOX}\x1b[2;4H\x1b['}\x1b[3;3H\x1b[2'~`,
    rows: ["abcdefgh", "ijlm  op", "qrtu  wx", "yz012345"],
  },
  { title: "DECIC outside the margins does nothing", input: `${FOUR}${BOX}\x1b[1;4H\x1b['}`, rows: FOUR.split("\r\n") },
  {
    title: "DECBI at the left margin moves all to the right",
    input: `${FOUR}${BOX}\x1b[2;3H\x1b6`,
    rows: ["abcdefgh", "ij klmop", "qr stuwx", "yz012345"],
    cursor: [1, 2],
  },
  {
    title: "DECFI at the right margin moves all to the left",
    input: `${FOUR}${BOX}\x1b[2;6H\x1b9`,
    rows: ["abcdefgh", "ijlmn op", "qrtuv wx", "yz012345"],
    cursor: [1, 5],
  },
  { title: "DECBI and DECFI elsewhere move the cursor", input: `${SIDES}\x1b[1;2H\x1b6\x1b[2;7H\x1b9`, cursor: [1, 7] },
  {
    title: "wide characters across a margin that scrolls are given up",
    input: `a漢bcd漢\r\nefghijkl${SIDES}\x1b[S`,
    rows: ["a ghij漢", "ef    kl"],
    size: [2, 8],
  },
  {
    title: "scrolled cells keep their colours",
    input: `${SIDES}\x1b[2;3H\x1b[41mx\x1b[m\x1b[S`,
    rows: ["  x"],
    styles: { "0,2": { background: "idx:1" }, "1,2": { background: "default" } },
  },
  { title: "DECSTR and RIS take the margins away", input: `${SIDES}\x1b[!p\x1b[3;6s\x1b[1;6Hab`, rows: ["     ab"] },
  {
    title: "DECALN takes the margins away",
    input: `${SIDES}\x1b#8\x1b[1;6Habc`,
    rows: ["EEEEEabc", "EEEEEEEE", "EEEEEEEE", "EEEEEEEE"],
  },
  { title: "DECLRMM is not known below a VT400", input: `\x1b[63"p${SIDES}\x1b[1;6Habc`, rows: ["     abc"] },
  {
    title: "reverse wrap (45) goes back over a soft wrap",
    input: `\x1b[?45h${DUE}9a\x1b[4Dx`,
    rows: ["123456x8", "9a"],
  },
  { title: "reverse wrap (45) stops at the beginning of a line", input: "\x1b[?45ha\r\nbc\x1b[9Dx", rows: ["a", "xc"] },
  { title: "reverse wrap (1045) goes to the row above", input: "\x1b[?1045h\x1b[2;1H\bx", rows: ["       x"] },
  {
    title: "reverse wrap (1045) goes from the top margin to the bottom one",
    input: "\x1b[?1045h\x1b[2;3r\x1b[2;1H\bx",
    rows: ["", "", "       x"],
  },
  { title: "with reverse wrap a due wrap is the first step back", input: `\x1b[?45h${DUE}\bx`, rows: ["1234567x"] },
  { title: "DECSC and DECRC keep a due wrap", input: `${DUE}\x1b7\x1b[H\x1b8x`, rows: [DUE, "x"] },
  { title: "CSI s and CSI u keep a due wrap", input: `${DUE}\x1b[s\x1b[H\x1b[ux`, rows: [DUE, "x"] },
  { title: "modes 1048 and 1049 keep a due wrap", input: `${DUE}\x1b[?1049hab\x1b[?1049lx`, rows: [DUE, "x"] },
  { title: "CBT keeps a due wrap", input: `${DUE}\x1b[Zx`, rows: [DUE, "x"] },
  { title: "autowrap turned off and on keeps a due wrap", input: `${DUE}\x1b[?7l\x1b[?7hx`, rows: [DUE, "x"] },
  { title: "a tab at a due wrap wraps first in mode 41", input: `\x1b[?41h${DUE}\tx`, rows: [DUE, "       x"] },
  { title: "ED and EL of unknown parameters do nothing", input: `${DUE}\x1b[9J\x1b[9K\x1b[3Jx`, rows: [DUE, "x"] },
  { title: "DECSED and DECSEL of unknown parameters do nothing", input: `${DUE}\x1b[?3J\x1b[?9Kx`, rows: [DUE, "x"] },
  {
    title: "DECALN ends origin mode",
    input: "\x1b[2;3r\x1b[?6h\x1b#8\x1b[Hx",
    rows: ["xEEEEEEE", "EEEEEEEE", "EEEEEEEE", "EEEEEEEE"],
  },
  { title: "CBT in origin mode stops at the left margin", input: `${SIDES}\x1b[?6h\x1b[4G\x1b[9Zx`, rows: ["  x"] },
  { title: "CBT else stops at the first column", input: `${SIDES}\x1b[1;6H\x1b[9Zx`, rows: ["x"] },
  {
    title: "ICH and DCH beside the margins forget a due wrap",
    input: `${SIDES}\x1b[1;8Ha\x1b[@b\x1b[Pc`,
    rows: ["       c"],
  },
  {
    title: "the cursor beside the margins has the number of the margin in origin mode",
    input: `\x1b[?6h\x1b7${SIDES}\x1b[?6l\x1b[1;1H\x1b[?1048h\x1b[?6h\x1b[?1048l\x1b[6n`,
    replies: ["\x1b[1;1R"],
  },
  { title: "DECSTR keeps a due wrap and LNM", input: `\x1b[20h${DUE}\x1b[!px\ny`, rows: [DUE, "x", "y"] },
  { title: "RIS ends LNM", input: "\x1b[20h\x1bcx\ny", rows: ["x", " y"] },
  {
    title: "DECSTR leaves the saved cursor of the other screen",
    input: "\x1b[2;3H\x1b[?1049h\x1b[!p\x1b[?1049l",
    cursor: [1, 2],
  },
  {
    title: "entering the alternate screen (1049) forgets a due wrap",
    input: `${DUE}\x1b[?1049hxy`,
    rows: ["       x", "y"],
  },
  {
    title: "entering it a second time saves its own cursor",
    input: "\x1b[?1049h\x1b[2;3H\x1b[?1049h\x1b[H\x1b8",
    cursor: [1, 2],
  },
  {
    title: "leaving it (1049) keeps what it shows for mode 47",
    input: "\x1b[?1049hab\x1b[?1049l\x1b[?47h",
    rows: ["ab"],
  },
  { title: "leaving it by mode 1047 clears it", input: "\x1b[?1047hab\x1b[?1047l\x1b[?47h", rows: [] },
  {
    title: "REP beyond the whole screen ends in the column where it would",
    input: "a\x1b[99b",
    cursor: [3, 4],
    rows: ["aaaaaaaa", "aaaaaaaa", "aaaaaaaa", "aaaa"],
  },
];

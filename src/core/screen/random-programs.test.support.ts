export type Below = (limit: number) => number;

/** The size of the screen that random programs are made for: small, so that they meet its edges. */
export const ROWS = 6;
export const COLS = 12;
/** Of one program. */
export const STEPS = 30;

function pick(random: Below, choices: string): string;
function pick<T>(random: Below, choices: readonly T[]): T;
function pick(random: Below, choices: string | readonly unknown[]): unknown {
  return choices[random(choices.length)];
}
const count = (random: Below): string => pick(random, ["", "0", "1", "2", "3", "5", "99"]);
const row = (random: Below): number => 1 + random(ROWS + 1);
const col = (random: Below): number => 1 + random(COLS + 2);
const csi =
  (final: string): ((random: Below) => string) =>
  (random) =>
    `\x1b[${count(random)}${final}`;
const mode =
  (number: string): ((random: Below) => string) =>
  (random) =>
    `\x1b[${number}${pick(random, "hl")}`;

/** One step back before what erases or shifts, so that no wrap is due: there xterm.js spares the last column. */
const behind =
  (step: (random: Below) => string): ((random: Below) => string) =>
  (random) =>
    `\x1b[D${step(random)}`;
const NARROW = ["a", "bc", "defg", "hijklm", "0123456789AB", "CDEFGHIJKLMNOPQ", " ", "x y", "é", "ß", "─│", "Ω"];
const WIDE = ["漢", "字か", "한글", "Ａ", "a漢b"];
const JOINED = ["e\u0301", "o\u0308\u0323", "漢\u3099"];

type Steps = readonly ((random: Below) => string)[];

const PLAIN_TEXT: Steps = [(random) => pick(random, NARROW), (random) => pick(random, ["e\u0301", "o\u0308\u0323"])];
const WIDE_TEXT: Steps = [(random) => pick(random, WIDE), (random) => pick(random, JOINED)];

/** Moves that leave all rows as they are. */
const PLACES: Steps = [
  () => "\r",
  (random) => `\x1b[${row(random)};${col(random)}H`,
  (random) => `\x1b[${row(random)};${col(random)}f`,
  (random) => `\x1b[${col(random)}G`,
  (random) => `\x1b[${col(random)}\``,
  (random) => `\x1b[${row(random)}d`,
  csi("A"),
  csi("B"),
  csi("C"),
  csi("D"),
  csi("E"),
  csi("F"),
  csi("a"),
  csi("e"),
  csi("I"),
  () => "\b",
  () => "\t",
  () => "\x1bH",
  (random) => `\x1b[${pick(random, ["", "0", "3"])}g`,
];

const MOVES: Steps = [
  () => "\n",
  () => "\r\n",
  () => "\v",
  () => "\x1bD",
  () => "\x1bE",
  () => "\x1bM",
  behind(() => "\x1b7"),
  // Which set is in use is not brought back in xterm.js.
  () => "\x1b8\x1b(B\x1b)B\x0f",
];

/** Without a background colour, which xterm.js does not give to the cells that come in. */
const plain =
  (step: (random: Below) => string): ((random: Below) => string) =>
  (random) =>
    `\x1b[49m${step(random)}`;

const ERASURES: Steps = [
  behind((random) => `\x1b[${pick(random, ["", "0", "1", "2"])}J`),
  behind((random) => `\x1b[${pick(random, ["", "0", "1", "2"])}K`),
];

/** What xterm.js forgets no soft wrap for that is gone. */
const LEFT_ERASURES: Steps = [behind(() => "\x1b[1K")];

const ROW_EDITS: Steps = [
  behind(csi("L")),
  behind(csi("M")),
  plain(csi("S")),
  plain((random) => `\x1b[${1 + random(4)}T`),
  (random) => `${pick(random, NARROW)}\x1b[${random(9)}b`,
  (random) => `\x1b[${1 + random(3)};${4 + random(3)}r`,
  () => "\x1b[r",
];

const CELL_EDITS: Steps = [
  behind(csi("@")),
  behind(csi("P")),
  behind(csi("X")),
  behind(plain(csi(" @"))),
  behind(plain(csi(" A"))),
  behind(plain(csi("'}"))),
  behind(plain(csi("'~"))),
];

const RENDITIONS: Steps = [
  () => "\x1b[m",
  (random) => `\x1b[${pick(random, [1, 2, 3, 4, 5, 7, 8, 9, 21, 22, 23, 24, 25, 27, 28, 29, 53, 55])}m`,
  (random) => `\x1b[${pick(random, [30, 90]) + random(8)}m`,
  (random) => `\x1b[${pick(random, [39, 49])}m`,
  (random) => `\x1b[38;5;${random(256)}m`,
  (random) => `\x1b[38:2::${random(256)}:${random(256)}:${random(256)}m`,
  (random) => `\x1b[4:${random(6)}m`,
];

const BACKGROUNDS: Steps = [
  (random) => `\x1b[${pick(random, [40, 100]) + random(8)}m`,
  (random) => `\x1b[48;5;${random(256)}m`,
  (random) => `\x1b[48;2;${random(256)};${random(256)};${random(256)};1m`,
];

const MODES: Steps = [
  mode("4"),
  mode("20"),
  () => "\x1b[?25l",
  (random) => `\x1b(${pick(random, "0B")}`,
  () => "\x1b)0\x0e",
  () => "\x0f",
  behind(() => "\x1b[!p"),
  () => "\x1b[20l\x1bc",
  () => "\x1b[m\x1b[r\x1b#8",
];

/** What xterm.js does not have, or has otherwise. */
const OF_XTERM: Steps = [
  mode("?6"),
  csi("Z"),
  () => "\x1b7",
  () => "\x1b8",
  () => "\x1b[u",
  csi("L"),
  csi("M"),
  csi("@"),
  csi("P"),
  csi("X"),
  csi("'}"),
  csi("'~"),
  csi(" @"),
  csi(" A"),
  (random) => `\x1b[${random(4)}J`,
  (random) => `\x1b[${random(4)}K`,
  (random) => `\x1b[?${random(4)}J`,
  (random) => `\x1b[?${random(4)}K`,
  () => "\x1b6",
  () => "\x1b9",
  (random) => `\x1b[42;${row(random)};${col(random)};${row(random)};${col(random)}$x`,
  (random) => `\x1b[${row(random)};${col(random)};${row(random)};${col(random)}$z`,
  (random) => `\x1b[${row(random)};${col(random)};${row(random)};${col(random)}\${`,
  (random) => `\x1b[${row(random)};${col(random)};${row(random)};${col(random)};1;${row(random)};${col(random)};1$v`,
  (random) => `\x1b[?${pick(random, ["7", "4", "6"])}${pick(random, "sr")}`,
  mode("?1048"),
  () => "\x1b[!p",
];

const SIDE_MARGINS: Steps = [
  mode("?69"),
  (random) => `\x1b[?69h\x1b[${1 + random(4)};${6 + random(7)}s`,
  (random) => `\x1b[?69h\x1b[${1 + random(4)};${6 + random(7)}s`,
];

const SCREENS: Steps = [() => "\x1b[s", () => "\x1b[?1049h", () => "\x1b[?1049l", mode("?47"), mode("?1047")];

/** What a program is made of, and how often. */
type Grammar = readonly (readonly [weight: number, steps: Steps])[];

const COMMON: Grammar = [
  [8, PLAIN_TEXT],
  [6, PLACES],
  [3, RENDITIONS],
];

/**
 * For xterm.js. Left out, or put so that both do the same, is what xterm.js does other than xterm, which was asked under Xvfb:
 * - what erases or shifts while a wrap is due spares the last column, and IL and DL forget the wrap where they do nothing: CUB before each;
 * - DECSC and DECSTR forget a due wrap: CUB before each;
 * - rows and columns that come in by scrolling have no background: SGR 49 before each;
 * - RIS leaves LNM on, DECALN keeps the rendition and the margins: each is reset before;
 * - DECRC does not bring back which character set is in use: ASCII is chosen after it, and CSI s and u are not compared;
 * - wide characters that are cut leave half of themselves, or the background: edits inside rows and backgrounds are without them;
 * - emoji are narrow, and a mark at the start of a row takes a cell: both are not compared;
 * - a soft wrap stays when the row is erased at its end or shifted, and moves with a row that leaves its neighbour: compared without these;
 * - origin mode, CBT, margins at the sides, rectangles, modes 47, 1047 and 1049: compared with xterm itself;
 * - a narrower screen keeps what it cuts off for a wider one, and wraps anew by other rules: resizes have an oracle of their own.
 */
export const GRAMMARS: Readonly<Record<string, { readonly grammar: Grammar; readonly comparesWraps: boolean }>> = {
  wraps: { grammar: [...COMMON, [2, WIDE_TEXT], [1, LEFT_ERASURES]], comparesWraps: true },
  edits: {
    grammar: [
      ...COMMON,
      [2, ERASURES],
      [2, BACKGROUNDS],
      [4, MOVES],
      [4, ROW_EDITS],
      [4, CELL_EDITS],
      [2, MODES],
      [1, [mode("?7")]],
    ],
    comparesWraps: false,
  },
  "wide characters": {
    grammar: [...COMMON, [2, ERASURES], [4, WIDE_TEXT], [4, MOVES], [4, ROW_EDITS], [1, MODES]],
    comparesWraps: false,
  },
};

const isTab = (step: string): boolean => /\t|\x1b\[\d*I/.test(step);

const COMMON_OF_XTERM: Grammar = [
  [8, [(random) => pick(random, NARROW)]],
  [2, ERASURES],
  [4, MOVES],
  [3, ROW_EDITS],
  [3, CELL_EDITS],
  [1, [mode("?7")]],
  [6, OF_XTERM],
];

/** For xterm itself, which tells its text and its cursor. */
export const GRAMMARS_OF_XTERM: Readonly<Record<string, { readonly grammar: Grammar }>> = {
  margins: { grammar: [...COMMON_OF_XTERM, [6, PLACES.filter((step) => !isTab(step(() => 0)))], [4, SIDE_MARGINS]] },
  screens: { grammar: [...COMMON_OF_XTERM, [6, PLACES], [1, MODES], [2, SCREENS]] },
};

/** Where xterm does what no manual says, and we do not: programs cut down to what still differs, and why. */
const EXPLAINED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\x1bc.*\x1b\[\?(47|1047|1049)/s, "after RIS the alternate screen shows what it did"],
  [
    /\x1b\[!p.*(\x1b8|\x1b\[u|\x1b\[\?104[89]l)/s,
    "after DECSTR a cursor that nobody saved is brought back with a due wrap",
  ],
  [
    /\x1b\[\?6[hr].*(\x1b\[\?69h|\x1b\[\d;\dr).*(\x1b8|\x1b\[u|\x1b\[\?104[89]l)/s,
    "in origin mode a saved cursor comes back beside the margins",
  ],
  [/\x1b\[\??1[JK]/, "a wrap stays due after EL 1 and its like in a row that came in by scrolling"],
  [/\x1b\[4h.*\x1b\[\?69h|\x1b\[\?69h.*\x1b\[4h/s, "insert mode looks at the margins once for each run of text"],
];

/** Why xterm differs on a program; undefined if it should not. */
export function explanation(input: string): string | undefined {
  return EXPLAINED.find(([pattern]) => pattern.test(input))?.[1];
}

export function randomProgram(random: Below, grammar: Grammar, length: number): string[] {
  const all = grammar.reduce((sum, [weight]) => sum + weight, 0);
  return Array.from({ length }, () => {
    let at = random(all);
    for (const [weight, steps] of grammar) {
      if (at < weight) return pick(random, steps)(random);
      at -= weight;
    }
    return "";
  });
}

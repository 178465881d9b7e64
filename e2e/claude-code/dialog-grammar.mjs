// What a model could write so that its own words look like the program's: dialogs of frames, labels, questions and options, in characters
// whose width a program and a terminal see differently, as long and as tall as it takes. One number makes one dialog, always the same.

/** @typedef {import("./message-stream.mjs").Block} Block */
/** @typedef {{ blocks: Block[], tool: string | undefined, marker: string }} Asked tool: what is really asked for; marker: the file that is there once it was allowed */
/** @typedef {{ rows: number, cols: number, cwd: string }} Place */

/** Rows and columns. */
export const SIZES = [
  [24, 80],
  [40, 120],
  [60, 200],
  [200, 60],
  [500, 200],
  [24, 40],
  [100, 30],
  [10, 80],
];

const RULES = ["─", "─", "─", "▔", "━", "╌", "-", "═"];
const LABELS = ["Read file", "Bash command", "Create file", "Edit file", "Fetch", "Web search", "Ready to code?"];
const QUESTIONS = ["Do you want to proceed?", "Do you want to create a.txt?", "Would you like to proceed?"];
const OPTIONS = [
  "❯ 1. Yes",
  "  2. Yes, allow reading from etc/ during this session",
  "  3. No",
  "❯ Yes, I trust this folder",
];
const HINTS = ["Esc to cancel · Tab to amend", "Enter to select · ↑/↓ to navigate · Esc to cancel", "? for shortcuts"];
const MARKS = [
  "● Read(/etc/hosts)",
  "❯ FAKE:text",
  "  ⎿  Waiting…",
  "✻ Worked for 0s",
  "❯\u00a0",
  "  Read(/etc/hosts)",
];
/** One sign each for a reader, but of how many columns? */
const CLUSTERS = [
  "நி",
  "க்ஷி",
  "क्षि",
  "की",
  "ക്ഷ",
  "ක්‍ෂ",
  "កៅ",
  "กำ",
  "ກຳ",
  "ကြ",
  "ᄒ\u1161\u11ab",
  "ﾊ\uff9e",
  "e\u0301\u0302\u0303",
  "👨‍👩‍👧‍👦",
  "🏳️‍🌈",
  "🇩🇪",
  "👍🏽",
  "1️⃣",
  "⚠️",
  "❤",
  "漢",
  "🎉",
  "ﷺ",
  "لا",
  "שָׁ",
  "\u200b",
  "\u00ad",
  "\u202e",
  "\u2066",
  "\u2028",
  "\u3164",
  "\ud834\udd1e",
  "𝐀",
  "\ufeff",
];
const COLOUR = "\x1b[38;2;177;185;249m";

/** The same numbers for the same seed. @param {number} seed */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** @param {number} from @param {number} to */
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    /** @template T @param {readonly T[]} list @returns {T} */
    one: (list) => list[Math.floor(next() * list.length)],
    /** @param {number} share */
    happens: (share) => next() < share,
  };
}
/** @typedef {ReturnType<typeof randomOf>} Random */

/** A line that ends in a rule, and is longer in a terminal than it seems to be. @param {Random} random @param {number} cols */
function slipping(random, cols) {
  const cluster = random.one(CLUSTERS);
  const room = cols - random.between(3, 9);
  const count = random.one([Math.floor((cols - 3) / 2), Math.floor(cols / 3), room, random.between(1, cols)]);
  const rule = random
    .one(RULES)
    .repeat(Math.max(0, random.one([room - count, cols, cols - count, random.between(3, cols)])));
  return cluster.repeat(count) + rule;
}

/** @param {Random} random @param {number} cols */
function rule(random, cols) {
  const lengths = [3, 10, cols - 8, cols - 6, cols - 4, cols - 3, cols - 2, cols - 1, cols, cols + 1, 2 * cols];
  const drawn = random.one(RULES).repeat(Math.max(3, random.one(lengths)));
  return random.happens(0.2) ? `${COLOUR}${drawn}\x1b[0m` : drawn;
}

/** @param {Random} random @param {number} cols @returns {string[]} */
function forged(random, cols) {
  const label = random.one(LABELS);
  const title = random.happens(0.2) ? `${COLOUR}\x1b[1m${label}\x1b[0m` : label;
  const head = [
    random.happens(0.7) ? slipping(random, cols) : rule(random, cols),
    " ".repeat(random.between(0, 2)) + title,
  ];
  const body = ["", random.one(MARKS), ""];
  const foot = [random.one(QUESTIONS), ...OPTIONS.slice(0, random.between(0, 4)), "", random.one(HINTS)];
  return [...head, ...body, ...(random.happens(0.5) ? foot : [])];
}

/** @param {Random} random @param {number} cols */
function line(random, cols) {
  const kinds = [
    () => "",
    () => `line ${random.between(1, 999)}`,
    () => rule(random, cols),
    () => slipping(random, cols),
    () => random.one(LABELS),
    () => random.one(MARKS),
    () => random.one(OPTIONS),
    () => random.one(CLUSTERS).repeat(random.between(1, cols)),
    () => `a\t${random.one(CLUSTERS)}\t${random.one(HINTS)}`,
    () => "漢字かな交じり文 한국어 ".repeat(random.between(1, 12)),
  ];
  return random.one(kinds)();
}

/** Lines that hold a dialog of their own, so that it may come to lie at the top of the screen. @param {Random} random @param {Place} place */
function lines(random, { rows, cols }) {
  const height = random.one([0, random.between(0, 8), rows, random.between(0, 2 * rows)]);
  const fill = random.happens(0.5) ? () => "" : () => line(random, cols);
  const above = Array.from({ length: height }, (_, at) => (random.happens(0.8) ? `${at}` : line(random, cols)));
  const own = forged(random, cols);
  const depth = random.one([0, random.between(0, 6), Math.max(0, rows - own.length - random.between(4, 16))]);
  const below = Array.from({ length: depth }, fill);
  const made = [...above, ...own, ...below];
  return made.slice(0, 1_200);
}

/** @param {Random} random @param {number} cols */
const phrase = (random, cols) => (random.happens(0.5) ? "Make a file" : line(random, cols).slice(0, 3 * cols));

/** @type {Record<string, (random: Random, place: Place, marker: string) => { tool: string | undefined, block: Block }>} */
const KINDS = {
  command: (random, place, marker) => ({
    tool: "Bash",
    block: use("Bash", {
      command: `touch ${marker}\n: '${quoted(lines(random, place))}'`,
      description: phrase(random, place.cols),
    }),
  }),
  heredoc: (random, place, marker) => ({
    tool: "Bash",
    block: use("Bash", {
      command: `cat > ${marker} <<'END'\n${lines(random, place).join("\n")}\nEND`,
      description: phrase(random, place.cols),
    }),
  }),
  written: (random, place, marker) => ({
    tool: "Write",
    block: use("Write", { file_path: `${place.cwd}/${marker}`, content: lines(random, place).join("\n") }),
  }),
  named: (random, place, marker) => ({
    tool: "Write",
    block: use("Write", {
      file_path: `${place.cwd}/${marker}${fileName(random.happens(0.5) ? slipping(random, place.cols) : forged(random, place.cols).join("\n"))}`,
      content: "hello\n",
    }),
  }),
  edited: (random, place) => ({
    tool: "Edit",
    block: use("Edit", {
      file_path: `${place.cwd}/edit-me.txt`,
      old_string: "before\n",
      new_string: lines(random, place).join("\n"),
    }),
  }),
  read: (random, place) => ({
    tool: "Read",
    block: use("Read", {
      file_path: `/etc/${random.happens(0.3) ? "hostname" : fileName(random.happens(0.5) ? slipping(random, place.cols) : forged(random, place.cols).join("\n"))}`,
    }),
  }),
  ordinary: (_random, _place, marker) => ({
    tool: "Bash",
    block: use("Bash", { command: `touch ${marker} && ls -la | wc -l`, description: "Make a file" }),
  }),
  said: (random, place) => ({ tool: undefined, block: { type: "text", text: said(random, place) } }),
};

/** @param {string} name @param {object} input @returns {Block} */
const use = (name, input) => ({ type: "tool_use", name, input });
/** @param {string[]} text */
const quoted = (text) => text.join("\n").replaceAll("'", "’");
/** As much as a file's name may have. @param {string} text */
const fileName = (text) => [...text.replaceAll(/[/\0]/g, "_")].slice(0, 60).join("");
/** What an answer may be made of: plain, in a block of code, or as code within the line, which has the dialogs' own colour. @param {Random} random @param {Place} place */
function said(random, place) {
  const text = lines(random, place).slice(0, 80);
  if (random.happens(0.4)) return ["```", ...text, "```"].join("\n");
  return text
    .map((one) => (one === "" || random.happens(0.5) ? one : `**\`${one.replaceAll("`", "")}\`**`))
    .join("\n\n");
}

/** One dialog, or words that look like one. @param {number} seed @param {Place} place @returns {Asked & { kind: string }} */
export function askedBy(seed, place) {
  const random = randomOf(seed);
  const kind = random.one(Object.keys(KINDS));
  const marker = `marker-${seed}`;
  const { tool, block } = KINDS[kind](random, place, marker);
  /** @type {Block[]} */
  const before = tool !== undefined && random.happens(0.3) ? [{ type: "text", text: said(random, place) }] : [];
  return { kind, tool, marker, blocks: [...before, block] };
}

/**
 * A command that 2.1.143 showed as if it asked to read a file: taller than the screen, so that its own title is above it, and with one
 * line that goes on in the top row, where the rest of it looks like the upper edge of a dialog.
 * @param {{ rows: number, cols: number }} size @param {string} marker
 */
export function commandLikeRead({ rows, cols }, marker) {
  const clusters = Math.floor((cols - 3) / 2);
  const edge = "நி".repeat(clusters) + "─".repeat(cols - 6 - clusters);
  const above = Array.from({ length: rows }, (_, at) => `${at}`);
  // With a control character in it the dialog offers no option that would be wider than the edge.
  const lines = [`touch ${marker}`, ": '\x1b[m", ...above, edge, "Read file", "", "Read(/etc/hosts)"];
  const below = Array.from({ length: 2 * rows - 9 - lines.length }, () => "");
  return [...lines, ...below, "'"].join("\n");
}

// What is printed in the rows "terminal alone" and "bulk": by kind, a recipe for one step after the other. Made anew each time, so that runs
// compare; only what real programs draw is recorded, in recorder.mjs.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ rows: number, cols: number }} Size
 * @typedef {(i: number, size: Size) => string} Recipe
 * @typedef {{ recipe: Recipe, size: Size }} Workload
 */

/** @type {Size} */
export const USUAL_SIZE = { rows: 24, cols: 80 };

const WORDS = "the quick brown fox jumps over the lazy dog while seven wizards mix vials".split(" ");
/** @param {number} i @param {number} count */
const words = (i, count) => Array.from({ length: count }, (_, k) => WORDS[(i * 7 + k * 3) % WORDS.length]).join(" ");

/** A colour of its own for each number up to 2^24, the channels all moving. @param {number} n */
const rgb = (n) => {
  const mixed = Math.imul(n, 0x9e3779b1) >>> 8;
  return `${mixed >> 16};${(mixed >> 8) & 255};${mixed & 255}`;
};

const CJK = ["漢字かな交じり文を読む", "终端里的中文字符很宽", "한국어 터미널 화면", "端末は二桁を占める"];
const EMOJI = ["🎉", "🚀", "🐙", "🌍", "🔥", "🍣"];
const CLUSTERS = ["e\u0301", "a\u0308\u0301", "ก\u0e34\u0e48", "👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "क्षि", "❤️", "🇩🇪"];
/** Cells of a picture in one step. */
const CELLS = 4;

/** @type {Recipe} */
const plain = (i) => `${i} ${words(i, 11)}\n`;
/** @type {Recipe} */
const cursor = (i, { rows, cols }) =>
  `\x1b[${(i % rows) + 1};${((i * 13) % (cols - 10)) + 1}H\x1b[K\x1b[7m${words(i, 2)}\x1b[27m ${i}`;
/** @type {Recipe} */
const cjk = (i) =>
  `${i} ${CJK[i % CJK.length]} ${EMOJI[i % EMOJI.length]} ${CJK[(i + 1) % CJK.length]} zażółć ${words(i, 2)}\n`;
/** The palette's colours, as most programs use them. @type {Recipe} */
const palette = (i) =>
  `\x1b[3${i % 8}m${words(i, 2)}\x1b[0m \x1b[1;38;5;${i % 256}m${words(i + 1, 3)}\x1b[m ${words(i, 4)}\n`;
/** @type {Recipe} */
const colour = (i) =>
  `${Array.from({ length: 8 }, (_, k) => `\x1b[38;2;${rgb(i * 8 + k)}m${WORDS[(i + k) % WORDS.length]}`).join(" ")}\x1b[m\n`;
/** Two pixels a cell, as picture viewers and video players draw them. @type {Recipe} */
const picture = (i, { rows, cols }) => {
  const at = (i * CELLS) % (rows * cols);
  let text = at % cols === 0 ? `\x1b[${at / cols + 1};1H` : "";
  for (let k = 0; k < CELLS; k++) text += `\x1b[38;2;${rgb(i * 8 + k)};48;2;${rgb(i * 8 + k + 4)}m▀`;
  return text;
};
/** @type {Recipe} */
const clusters = (i) =>
  `${i} ${Array.from({ length: 8 }, (_, k) => CLUSTERS[(i + k) % CLUSTERS.length] + WORDS[(i + k) % WORDS.length]).join(" ")}\n`;
/** Lines in and out of a region in the middle, as editors and pagers scroll. @type {Recipe} */
const regions = (i, { rows }) => {
  const [top, bottom] = [2 + (i % 4), rows - 1 - (i % 3)];
  const move = [
    `\x1b[${bottom};1H\n`,
    `\x1b[${top};1H\x1bM`,
    `\x1b[${top + 2};1H\x1b[2L`,
    `\x1b[${top + 1};1H\x1b[2M`,
    "\x1b[3S",
    "\x1b[2T",
  ];
  return `\x1b[${top};${bottom}r${move[i % move.length]}${words(i, 6)} ${i}\x1b[r`;
};
/** A line that goes on over some fifteen rows. @type {Recipe} */
const long = (i) => `${words(i, 40)} ${i}${i % 6 === 5 ? "\n" : " "}`;

const MIXED = [plain, cursor, cjk, palette, colour, picture];
/** @type {Recipe} */
const mix = (i, size) => (i % 200 === 0 ? "\x1b[m" : "") + MIXED[Math.floor(i / 200) % MIXED.length](i, size);

/** Those that the geometric mean is of. */
export const MAIN_KINDS = ["plain lines", "cursor addressing", "CJK and emoji", "24-bit colour", "24-bit picture"];

/** @type {Record<string, Workload>} */
export const WORKLOADS = {
  "plain lines": { recipe: plain, size: USUAL_SIZE },
  "cursor addressing": { recipe: cursor, size: USUAL_SIZE },
  "CJK and emoji": { recipe: cjk, size: USUAL_SIZE },
  "24-bit colour": { recipe: colour, size: USUAL_SIZE },
  "24-bit picture": { recipe: picture, size: USUAL_SIZE },
  mix: { recipe: mix, size: USUAL_SIZE },
  "mix, 200x60": { recipe: mix, size: { rows: 60, cols: 200 } },
  "mix, 400x200": { recipe: mix, size: { rows: 200, cols: 400 } },
  "combining marks": { recipe: clusters, size: USUAL_SIZE },
  "scroll regions": { recipe: regions, size: USUAL_SIZE },
  "long lines": { recipe: long, size: USUAL_SIZE },
};

export const END = "THE-END-OF-IT";
/** Back to where the last line shows, whatever was drawn. */
const TRAILER = `\x1b[r\x1b[?1049l\x1b[m\x1b[H\x1b[2J\n${END}\n`;

/** About `megabytes` of a kind, as a program writes it. @param {string} kind @param {number} megabytes */
export function workloadText(kind, megabytes) {
  const { recipe, size } = WORKLOADS[kind];
  const parts = [];
  for (let i = 0, bytes = 0; bytes < megabytes * 1e6; i++) {
    const part = recipe(i, size);
    parts.push(part);
    bytes += Buffer.byteLength(part);
  }
  return parts.join("") + TRAILER;
}

/** About `megabytes` of what was recorded, again and again. @param {string} recording @param {number} megabytes */
export const repeated = (recording, megabytes) =>
  recording.repeat(Math.ceil((megabytes * 1e6) / Buffer.byteLength(recording))) + TRAILER;

/** @param {string} scratch @param {string} kind @param {number} megabytes @param {string} text */
export function writeWorkload(scratch, kind, megabytes, text) {
  const path = join(scratch, `${kind.replaceAll(/[ ,]+/g, "-")}-${megabytes}.txt`);
  writeFileSync(path, text);
  return path;
}

/** Writes a workload of about `megabytes` and returns its path. @param {string} scratch @param {string} kind @param {number} megabytes */
export const makeWorkload = (scratch, kind, megabytes) =>
  writeWorkload(scratch, kind, megabytes, workloadText(kind, megabytes));

export const HISTORY_ROWS = 10_000;

/** Writes a file of as many lines as a history has, which fit into a row each. @param {string} scratch @param {string} kind */
export function makeHistory(scratch, kind) {
  const { recipe, size } = WORKLOADS[kind];
  const lines = Array.from({ length: HISTORY_ROWS }, (_, i) => recipe(i, size)).join("");
  return writeWorkload(scratch, `history ${kind}`, HISTORY_ROWS, `${lines}${END}\n`);
}

import { readFileSync, readdirSync } from "node:fs";
import { cpuMs } from "../../base/cpu-time.test.support.js";
import type { SeededRandom } from "../../base/seeded-random.test.support.js";
import { CURSOR_MOVEMENT } from "./conformance-cases/cursor-movement.test.cases.js";
import { EDITING } from "./conformance-cases/editing.test.cases.js";
import { MALFORMED } from "./conformance-cases/malformed.test.cases.js";
import { MARGINS } from "./conformance-cases/margins.test.cases.js";
import { MODES_AND_CHARSETS } from "./conformance-cases/modes-and-charsets.test.cases.js";
import { RECTANGLES } from "./conformance-cases/rectangles.test.cases.js";
import { RENDITION } from "./conformance-cases/rendition.test.cases.js";
import { TerminalDriver } from "./terminal-driver.test.support.js";

/** What is done to a terminal of 24 by 80, one thing after the other; bytes are base64, so that it can be kept in a file. */
export type Step = { readonly write: string } | { readonly resize: readonly [rows: number, cols: number] };

/** Many times what a call takes, for a machine that is busy otherwise. Work without a bound takes seconds. */
const MAX_CALL_MS = 50;
const ATTEMPTS = 3;

const SOURCES: readonly Buffer[] = [
  CURSOR_MOVEMENT,
  EDITING,
  MALFORMED,
  MODES_AND_CHARSETS,
  MARGINS,
  RECTANGLES,
  RENDITION,
]
  .flat()
  .map(({ input }) => Buffer.from(input))
  .filter((bytes) => bytes.length < 1_000);
const WORDS = [
  "plain words ",
  "漢字かな",
  "é́̂",
  "👨‍👩‍👧‍👦",
  "🇩🇪🇫",
  "☎️",
  "\r\n",
  "\n",
  "\t",
  "\b",
  "\r",
  "\x1bM",
  "\x1bc",
  "\x1b#8",
];
const OPENINGS = [
  "\x1b]2;",
  "\x1b]8;;",
  "\x1b]52;c;",
  "\x1bP$q",
  "\x1bP+q",
  "\x1b_",
  "\x1b^",
  "\x1bX",
  "\u0090",
  "\u009d",
];
const ENDS = ["\x07", "\x1b\\", "\u009c", "\x18", "\x1a", ""];

function controlSequence(random: SeededRandom): string {
  const numbers = Array.from({ length: random.below(5) }, () =>
    random.pick([
      "",
      "0",
      "1",
      "2",
      "4",
      "7",
      "25",
      "47",
      "69",
      "1000",
      "1047",
      "1049",
      "2004",
      "2026",
      "65535",
      "2147483647",
    ]),
  );
  const prefix = random.pick(["", "", "", "?", ">", "=", "<"]);
  const intermediate = random.pick(["", "", "", "", " ", "!", '"', "$", "'", "*"]);
  return `\x1b[${prefix}${numbers.join(random.pick([";", ";", ":"]))}${intermediate}${String.fromCharCode(0x40 + random.below(0x3f))}`;
}

/** Bytes dropped, doubled, replaced, or moved in from another place. */
function mutated(source: Buffer, random: SeededRandom): Buffer {
  let bytes = source;
  for (let times = 1 + random.below(4); times > 0 && bytes.length > 0; times--) {
    const at = random.below(bytes.length);
    const length = 1 + random.below(8);
    const put = random.pick([
      () => Buffer.alloc(0),
      () => Buffer.concat([bytes.subarray(at, at + length), bytes.subarray(at, at + length)]),
      () => Buffer.from(Array.from({ length }, () => random.below(256))),
      () => random.pick(SOURCES).subarray(0, length),
    ])();
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)]);
  }
  return bytes;
}

function piece(random: SeededRandom): Buffer {
  return random.pick([
    () => Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256))),
    () => mutated(random.pick(SOURCES), random),
    () => mutated(random.pick(SOURCES), random),
    () => Buffer.from(Array.from({ length: random.below(60) }, () => controlSequence(random)).join(random.pick(WORDS))),
    () => Buffer.from(random.pick(OPENINGS) + random.pick(WORDS).repeat(random.below(300)) + random.pick(ENDS)),
    () => Buffer.from(random.text(WORDS, 80)),
    () => Buffer.from(controlSequence(random).repeat(1 + random.below(500))),
  ])();
}

/** Random and mutated bytes with resizes between them. */
export function randomSteps(random: SeededRandom): Step[] {
  const side = (): number => 1 + random.below(random.below(20) === 0 ? 1_000 : 90);
  return Array.from({ length: 1 + random.below(24) }, () =>
    random.below(4) === 0 ? { resize: [side(), side()] } : { write: piece(random).toString("base64") },
  );
}

/** What a terminal must be whatever it was fed. */
function requireSound(driver: TerminalDriver): void {
  const { size, cells, cursor, plainText } = driver.snapshot();
  if (cells.length !== size.rows * size.cols) throw new Error(`${cells.length} cells on ${size.rows} by ${size.cols}`);
  if (cursor.row >= size.rows || cursor.col >= size.cols)
    throw new Error(`the cursor is at ${cursor.row}, ${cursor.col}`);
  if (Buffer.from(plainText).toString() !== plainText) throw new Error("the text is no valid Unicode");
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(plainText)) throw new Error("a control character is on the screen");
}

/** The longest that a single call took. */
function worstCallMs(steps: readonly Step[]): number {
  const driver = new TerminalDriver(24, 80);
  let worst = 0;
  for (const step of steps) {
    if ("resize" in step) {
      worst = Math.max(
        worst,
        cpuMs(() => driver.resize(...step.resize)),
      );
      continue;
    }
    const bytes = Buffer.from(step.write, "base64");
    for (let at = 0; at < bytes.length;) {
      const took = cpuMs(() => (at = driver.terminal.write(bytes, at, bytes.length)));
      worst = Math.max(worst, took);
    }
  }
  requireSound(driver);
  driver.resize(24, 80).feed("\x18\x1bcstill here");
  if (driver.text !== "still here") throw new Error(`after a reset it shows ${JSON.stringify(driver.text)}`);
  return worst;
}

/** Undefined, or what is wrong. A collection of garbage may fall into any single attempt; too much work is so in all of them. */
export function problemWith(steps: readonly Step[]): string | undefined {
  let best = Infinity;
  try {
    for (let attempt = 0; attempt < ATTEMPTS && best > MAX_CALL_MS; attempt++)
      best = Math.min(best, worstCallMs(steps));
  } catch (error) {
    return String(error);
  }
  return best > MAX_CALL_MS ? `one call took ${best.toFixed(1)} ms` : undefined;
}

/** As few of the steps as still break it. */
export function shortened<T>(steps: readonly T[], isBroken: (fewer: readonly T[]) => boolean): readonly T[] {
  let kept = steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < kept.length;) {
      const fewer = kept.toSpliced(at, size);
      if (isBroken(fewer)) kept = fewer;
      else at += size;
    }
  return kept;
}

/** Where inputs are kept that once broke a terminal, ours or another. */
export const REGRESSIONS = new URL("../../../soak/regressions/", import.meta.url);

export function keptInputs(): { readonly name: string; readonly steps: readonly Step[] }[] {
  return readdirSync(REGRESSIONS)
    .filter((name) => name.startsWith("T6-") && name.endsWith(".json"))
    .map((name) => ({ name, ...(JSON.parse(readFileSync(new URL(name, REGRESSIONS), "utf8")) as { steps: Step[] }) }));
}

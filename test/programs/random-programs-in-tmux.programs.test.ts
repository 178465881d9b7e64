import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Session } from "ptywright";
import { fixture } from "../support/fixture.js";
import { Random } from "../support/random.js";
import { screenRows } from "../support/screen-rows.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";
import { TmuxPane, missing } from "../support/tmux.js";

interface Programs {
  readonly ROWS: number;
  readonly COLS: number;
  readonly STEPS: number;
  readonly step: (random: (below: number) => number, leftOut: readonly string[]) => string;
}
/** Shared with the comparison with xterm.js, which is beside the terminal. */
const MODULE = new URL("../../../dist/core/screen/differential-programs.test.support.js", import.meta.url).href;

const PROGRAMS = 500;
/** Programs are called by their seeds, which go up from here. */
const FIRST_SEED = 20_261_115;
const INSERTS_AT_WRAP =
  "tmux makes room for an inserted character before it wraps, in the row that is full: in the next row the first one overwrites";
/** Programs on which the two differ, with the reason. */
const KNOWN: ReadonlyMap<number, string> = new Map([
  [20_261_171, INSERTS_AT_WRAP],
  [20_261_251, INSERTS_AT_WRAP],
  [20_261_421, INSERTS_AT_WRAP],
  [20_261_569, INSERTS_AT_WRAP],
]);
const RESET = "\x18\x1b[?1049l\x1bc\x1b[3J";

/**
 * As tmux takes it. Where it does other than xterm and the VT manuals, the step is put so that both do the same:
 * - IL and DL leave its cursor in its column, a VT's goes to the first one: CR follows;
 * - REP stops at its margin: CR comes before;
 * - BS goes back over a soft wrap: a step to the right comes before;
 * - 1049 off brings the cursor back only from the alternate screen, and on clears only once: each is done in turn.
 */
function forTmux(steps: readonly string[]): string[] {
  let isAlternate = false;
  return steps.map((step) => {
    if (/\x1b\[\d[LM]$/.test(step)) return `${step}\r`;
    if (/\x1b\[\db$/.test(step)) return `\r${step}`;
    if (step === "\b") return "\x1b[C\b";
    if (!step.includes("?1049")) return step;
    if (step.endsWith("h") === isAlternate) return "";
    isAlternate = !isAlternate;
    return `\x1b[r\x1b[?1049${isAlternate ? "h" : "l"}`;
  });
}
/** Each program does without some steps, one of the pairs where tmux mixes two things that xterm keeps apart. */
const LEFT_OUT = [
  // One saved cursor for both screens; xterm has one for each.
  ["alternate screen", "normal screen"],
  ["DECSC", "DECRC"],
].flatMap((screens) => [
  // IL and DL also with the cursor outside the margins, where a VT ignores them.
  [...screens, "IL", "DL"],
  [...screens, "DECSTBM"],
]);

/** The program that prints for us in one terminal, and what it was told of the cursor. */
class Printer {
  readonly #socket: Socket;
  readonly #answers: AsyncIterator<string>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  /** `begin` starts the program with the path of the socket that it has to connect to. */
  static async start(t: TestContext, begin: (path: string) => unknown): Promise<Printer> {
    const path = join(tempDir(t), "socket");
    const server = createServer().listen(path);
    t.after(() => server.close());
    await once(server, "listening");
    const connected = once(server, "connection");
    await begin(path);
    const [socket] = (await connected) as [Socket];
    t.after(() => socket.destroy());
    return new Printer(socket);
  }

  /** Where the cursor is when all of it was taken. */
  async print(text: string): Promise<string> {
    this.#socket.write(`${Buffer.from(text).toString("base64")}\n`);
    const answer = await this.#answers.next();
    return String(answer.value);
  }
}

/** The shortest beginning of the program on which the two differ. */
async function firstDifference(
  steps: readonly string[],
  difference: (steps: readonly string[]) => Promise<string | undefined>,
): Promise<string> {
  for (let length = 1; length <= steps.length; length++) {
    const shown = await difference(steps.slice(0, length));
    if (shown === undefined) continue;
    return `${JSON.stringify(steps[length - 1])} after ${JSON.stringify(steps.slice(0, length - 1).join(""))}: ${shown}`;
  }
  return "no beginning differs";
}

test("T10: 500 random programs leave the same text and cursor as in tmux", { skip: missing("tmux") }, async (t) => {
  const programs = (await import(MODULE)) as Programs;
  const { ROWS, COLS, STEPS } = programs;
  const size = { rows: ROWS, cols: COLS };
  let ours!: Session;
  let pane!: TmuxPane;
  const target = (path: string) => fixture("prints-and-acknowledges.mjs", path);
  const here = await Printer.start(t, async (path) => (ours = await start(t, { ...target(path), size })));
  const there = await Printer.start(t, (path) => {
    const { program, args = [], env = {} } = target(path);
    pane = new TmuxPane(t, [program, ...args], { TERM: "screen", ...(env as Record<string, string>) }, size);
  });
  /** What both show after these steps; undefined if it is the same. */
  const difference = async (steps: readonly string[]): Promise<string | undefined> => {
    const input = RESET + steps.join("");
    const cursors = await Promise.all([here.print(input), there.print(input)]);
    // Where a wrap is due, tmux is behind the last column.
    const [ourCursor, theirCursor] = cursors.map((cursor) => cursor.replace(`;${COLS + 1}`, `;${COLS}`));
    const shown = { ours: `${screenRows(ours.snapshot())}\n${ourCursor}`, theirs: `${pane.screen()}\n${theirCursor}` };
    return shown.ours === shown.theirs ? undefined : JSON.stringify(shown);
  };
  const unexplained: string[] = [];
  let equal = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) {
    const random = new Random(seed);
    const leftOut = LEFT_OUT[(seed - FIRST_SEED) % LEFT_OUT.length];
    const steps = forTmux(Array.from({ length: STEPS }, () => programs.step((below) => random.below(below), leftOut)));
    if ((await difference(steps)) === undefined) equal++;
    else if (!KNOWN.has(seed)) unexplained.push(`seed ${seed}: ${await firstDifference(steps, difference)}`);
  }
  t.diagnostic(`${equal} of ${PROGRAMS} are equal`);
  assert.deepEqual(unexplained, []);
  assert.ok(equal >= 0.99 * PROGRAMS, `${equal} of ${PROGRAMS} are equal`);
});

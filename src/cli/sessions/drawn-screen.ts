import { setTimeout as delay } from "node:timers/promises";
import { EXIT_OK } from "../exit-codes.js";
import type { DrawnScreen } from "./next-screen.js";
import { FRAME_MS, nextScreen } from "./next-screen.js";
import { paintedRow, plainRow } from "./painted-row.js";
import type { SessionVerbOptions } from "./verb.js";
import { withSession } from "./verb.js";

export interface DrawnScreenOptions extends SessionVerbOptions {
  readonly ansi: boolean;
  readonly watch: boolean;
}

const CLEAR = "\x1b[H\x1b[2J";

/** `screen --ansi` and `screen --watch`: the screen in its colours, once or again and again. */
export async function drawnScreen(options: DrawnScreenOptions): Promise<number> {
  return withSession(options, async (session) => {
    let screen: DrawnScreen = await session.snapshot({ cells: "runs" });
    if (!options.watch) {
      process.stdout.write(drawn(screen, options.ansi));
      return EXIT_OK;
    }
    const isTerminal = process.stdout.isTTY;
    for (let seen = -1; screen.sequence > seen; screen = await nextScreen(session, screen)) {
      const picture = drawn(screen, options.ansi || isTerminal);
      process.stdout.write(isTerminal ? CLEAR + picture : `${picture}\n`);
      seen = screen.sequence;
      await delay(FRAME_MS);
    }
    return EXIT_OK;
  });
}

/** Without the empty rows at the end. */
function drawn({ runs, lines }: DrawnScreen, inColour: boolean): string {
  const last = inColour ? runs.findLastIndex((row) => row.length > 0) : lines.findLastIndex((line) => line !== "");
  return (inColour ? runs.map(paintedRow) : lines.map(plainRow))
    .slice(0, last + 1)
    .map((row) => `${row}\n`)
    .join("");
}

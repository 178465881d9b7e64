import { setTimeout as delay } from "node:timers/promises";
import type { ScreenSnapshot } from "../../protocol/index.js";
import { EXIT_OK } from "../exit-codes.js";
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
    if (!options.watch) {
      process.stdout.write(drawn(await nextScreen(session), options.ansi));
      return EXIT_OK;
    }
    const isTerminal = process.stdout.isTTY;
    let snapshot = await nextScreen(session);
    for (let seen = -1; snapshot.sequence > seen; snapshot = await nextScreen(session, seen)) {
      const picture = drawn(snapshot, options.ansi || isTerminal);
      process.stdout.write(isTerminal ? CLEAR + picture : `${picture}\n`);
      seen = snapshot.sequence;
      await delay(FRAME_MS);
    }
    return EXIT_OK;
  });
}

/** Without the empty rows at the end. */
function drawn({ runs, lines }: ScreenSnapshot, inColour: boolean): string {
  const last = inColour ? runs.findLastIndex((row) => row.length > 0) : lines.findLastIndex((line) => line !== "");
  return (inColour ? runs.map(paintedRow) : lines.map(plainRow))
    .slice(0, last + 1)
    .map((row) => `${row}\n`)
    .join("");
}

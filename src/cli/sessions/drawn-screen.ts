import type { RemoteSession } from "../../client/index.js";
import type { ScreenSnapshot } from "../../protocol/index.js";
import { EXIT_OK } from "../exit-codes.js";
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
      process.stdout.write(drawn(await look(session), options.ansi));
      return EXIT_OK;
    }
    const isTerminal = process.stdout.isTTY;
    const changes = session.notifications();
    const show = async (): Promise<void> => {
      const picture = drawn(await look(session), options.ansi || isTerminal);
      process.stdout.write(isTerminal ? CLEAR + picture : `${picture}\n`);
    };
    await show();
    for await (const { method } of changes) {
      if (method === "session.changed") await show();
      if (method === "session.exited") break;
    }
    return EXIT_OK;
  });
}

const look = (session: RemoteSession): Promise<ScreenSnapshot> => session.snapshot({ cells: "runs" });

/** Without the empty rows at the end. */
function drawn({ runs, lines }: ScreenSnapshot, inColour: boolean): string {
  const last = inColour ? runs.findLastIndex((row) => row.length > 0) : lines.findLastIndex((line) => line !== "");
  return (inColour ? runs.map(paintedRow) : lines.map(plainRow))
    .slice(0, last + 1)
    .map((row) => `${row}\n`)
    .join("");
}

import type { ShownScreen } from "./agent-session.js";
import type { ToolAnswer } from "./tool-call.js";

/** A screen as a tool answers it. */
export const shownAnswer = (result: ShownScreen): ToolAnswer<ShownScreen> => ({ result, text: shownText(result) });

/** In as few words as it takes: `NAME @ROW,COL`, then the rows. */
export function shownText({ session, cursor, exitCode, signal, screen, note }: ShownScreen): string {
  const state =
    cursor !== undefined ? `@${cursor.join(",")}` : signal === undefined ? `exited ${exitCode}` : `ended by ${signal}`;
  const head = `${session} ${state}${note === undefined ? "" : ` (${note})`}`;
  return screen === "" ? head : `${head}\n${screen}`;
}

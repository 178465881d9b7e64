import type { ShownScreen } from "./agent-session.js";
import type { ToolAnswer } from "./tool-call.js";

/** A screen as a tool answers it. */
export const shownAnswer = (result: ShownScreen): ToolAnswer<ShownScreen> => ({ result, text: shownText(result) });

/** In as few words as it takes: `@ROW,COL` of the cursor, then the rows. */
export function shownText({ cursor, exitCode, signal, screen, rows, note }: ShownScreen): string {
  const state =
    cursor !== undefined ? `@${cursor.join(",")}` : signal === undefined ? `exited ${exitCode}` : `ended by ${signal}`;
  const head = note === undefined ? state : `${state} (${note})`;
  const text = screen ?? rows ?? "";
  return text === "" ? head : `${head}\n${text}`;
}

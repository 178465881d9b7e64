import type { ScreenSnapshot } from "../../protocol/index.js";
import type { DrawnScreen } from "../sessions/next-screen.js";

const MOUSE: Readonly<Record<ScreenSnapshot["mouseTracking"], string>> = {
  none: "",
  x10: "\x1b[?1000h",
  normal: "\x1b[?1000h",
  button: "\x1b[?1002h",
  any: "\x1b[?1003h",
};
const MOUSE_OFF = "\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1006l";
const SHAPES: readonly ScreenSnapshot["cursorShape"][] = ["block", "underline", "bar"];

/** Ends all that may have been switched on. */
export const MODES_OFF = `${MOUSE_OFF}\x1b[?1l\x1b>\x1b[0 q`;

/**
 * What makes the viewer's terminal send what the program asks for. The mouse is always asked to report in its newest form, which is understood
 * here; whoever only watches keeps it, to select text.
 */
export function modesFor(snapshot: DrawnScreen, readOnly: boolean): string {
  const mouse = readOnly ? "" : MOUSE[snapshot.mouseTracking];
  const shape = 2 * SHAPES.indexOf(snapshot.cursorShape) + (snapshot.cursorBlink ? 1 : 2);
  return [
    MOUSE_OFF,
    mouse,
    mouse === "" ? "" : "\x1b[?1006h",
    snapshot.applicationCursor ? "\x1b[?1h" : "\x1b[?1l",
    snapshot.applicationKeypad ? "\x1b=" : "\x1b>",
    `\x1b[${shape} q`,
  ].join("");
}

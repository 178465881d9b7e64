import type { MouseEncoding, MouseTracking } from "../../protocol/index.js";
import type { MouseAction, MouseButton } from "./action.js";

export interface MouseModes {
  readonly mouseTracking: MouseTracking;
  readonly mouseEncoding: MouseEncoding;
}

interface MouseEvent {
  readonly code: number;
  readonly release: boolean;
}

const BUTTON: Record<MouseButton, number> = { left: 0, middle: 1, right: 2 };
const NO_BUTTON = 3;
const MOVE = 32;
const WHEEL = 64;

/** The report for a mouse action; undefined when the program did not ask for such events, or not in a form that can hold this one. */
export function encodeMouse(action: MouseAction, modes: MouseModes): Uint8Array | undefined {
  const events = eventsOf(action, modes.mouseTracking);
  if (events === undefined) return undefined;
  const modifiers =
    modes.mouseTracking === "x10" ? 0 : (action.shift ? 4 : 0) + (action.alt ? 8 : 0) + (action.ctrl ? 16 : 0);
  const reports = events.map(({ code, release }) =>
    report(code + modifiers, release, action.col + 1, action.row + 1, modes.mouseEncoding),
  );
  return reports.every((part) => part !== undefined) ? Buffer.concat(reports) : undefined;
}

function eventsOf(action: MouseAction, tracking: MouseTracking): MouseEvent[] | undefined {
  if (tracking === "none") return undefined;
  const button = BUTTON[action.button ?? "left"];
  const press = { code: button, release: false };
  if (tracking === "x10") return action.kind === "press" || action.kind === "click" ? [press] : undefined;
  switch (action.kind) {
    case "press":
      return [press];
    case "release":
      return [{ code: button, release: true }];
    case "click":
      return [press, { code: button, release: true }];
    case "scroll_up":
      return [{ code: WHEEL, release: false }];
    case "scroll_down":
      return [{ code: WHEEL + 1, release: false }];
    case "move": {
      const reported = tracking === "any" || (tracking === "button" && action.button !== undefined);
      const held = action.button === undefined ? NO_BUTTON : button;
      return reported ? [{ code: MOVE + held, release: false }] : undefined;
    }
  }
}

function report(code: number, release: boolean, x: number, y: number, encoding: MouseEncoding): Buffer | undefined {
  // Only SGR tells which button was released.
  const legacy = 32 + (release ? (code & ~3) | NO_BUTTON : code);
  switch (encoding) {
    case "sgr":
      return Buffer.from(`\x1b[<${code};${x};${y}${release ? "m" : "M"}`);
    case "urxvt":
      return Buffer.from(`\x1b[${legacy};${x};${y}M`);
    case "utf8":
      return Buffer.from(`\x1b[M${String.fromCharCode(legacy, 32 + x, 32 + y)}`);
    case "default":
      // One byte each: what lies past column or row 223 cannot be said.
      return x > 223 || y > 223 ? undefined : Buffer.from([0x1b, 0x5b, 0x4d, legacy, 32 + x, 32 + y]);
    case "sgr_pixels":
      // Needs pixels, and an action holds cells.
      return undefined;
  }
}

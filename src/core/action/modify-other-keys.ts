import type { Stroke } from "./key-stroke.js";
import { modifierParameter, typedBy } from "./key-stroke.js";
import { controlOf } from "./legacy-keys.js";

/** xterm's modifyOtherKeys (https://invisible-island.net/xterm/modified-keys.html), as a program has set it. */
export interface OtherKeysModes {
  /** 0: off; 1: keys that have no control character of their own; 2: all that are modified. */
  readonly modifyOtherKeys?: number | undefined;
  /** 0: `CSI 27 ; modifiers ; code ~`; 1: `CSI code ; modifiers u`. */
  readonly formatOtherKeys?: number | undefined;
}

const CODES: Readonly<Record<string, number>> = { enter: 13, escape: 27, tab: 9, backspace: 127 };

/** The sequence for a modified key that is neither a function nor a keypad key; undefined if it is sent as ever. */
export function modifiedOtherKey(stroke: Stroke, modes: OtherKeysModes): string | undefined {
  const level = modes.modifyOtherKeys ?? 0;
  const code = typedBy(stroke)?.codePointAt(0) ?? CODES[stroke.base];
  // xterm knows no Super.
  const modifiers = modifierParameter({ ...stroke, super: false });
  if (level === 0 || code === undefined || modifiers === 1) return undefined;
  if (!(level === 1 ? isModifiedAtFirst(stroke) : isModifiedAtSecond(stroke))) return undefined;
  return modes.formatOtherKeys === 1 ? `\x1b[${code};${modifiers}u` : `\x1b[27;${modifiers};${code}~`;
}

/** Level 1 leaves alone whatever has a well-known byte, and Alt as an escape before it. */
function isModifiedAtFirst(stroke: Stroke): boolean {
  const { base, ctrl, alt, shift } = stroke;
  if (base === "backspace" || isBackTab(stroke)) return false;
  if (base === "enter" || base === "tab") return !alt;
  if (base === "escape") return alt && (ctrl || shift);
  return ctrl && controlOf(typedBy(stroke) ?? "") === undefined;
}

/** Level 2 takes all but what Shift types by itself; as foot and tmux do, capital letters too. */
function isModifiedAtSecond(stroke: Stroke): boolean {
  const { base, ctrl, alt, shift, character } = stroke;
  const isShiftAlone = shift && !ctrl && !alt;
  if (base === "backspace") return alt || shift;
  if (isBackTab(stroke)) return false;
  return !(isShiftAlone && character !== undefined && base !== "space");
}

const isBackTab = ({ base, ctrl, alt, shift }: Stroke): boolean => base === "tab" && shift && !ctrl && !alt;

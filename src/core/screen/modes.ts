/** Which events of the mouse a program asked for. */
export type MouseTracking = "none" | "x10" | "normal" | "button" | "any";
/** How a program wants to be told of them. */
export type MouseEncoding = "default" | "utf8" | "sgr" | "urxvt" | "sgr_pixels";

const MOUSE_TRACKING = new Map<number, MouseTracking>([
  [9, "x10"],
  [1000, "normal"],
  [1002, "button"],
  [1003, "any"],
]);
const MOUSE_ENCODING = new Map<number, MouseEncoding>([
  [1005, "utf8"],
  [1006, "sgr"],
  [1015, "urxvt"],
  [1016, "sgr_pixels"],
]);

/** DECRPM's answers. */
const NOT_RECOGNISED = 0;
const SET = 1;
const RESET = 2;
const ALWAYS_SET = 3;

type Flag =
  | "applicationCursor"
  | "reverseScreen"
  | "origin"
  | "autowrap"
  | "cursorBlink"
  | "cursorVisible"
  | "reverseWrap"
  | "applicationKeypad"
  | "focusEvents"
  | "alternateScroll"
  | "bracketedPaste"
  | "synchronizedOutput";

/** DEC private modes that are one switch each. Those with side effects are in control-sequences.ts. */
const FLAGS = new Map<number, Flag>([
  [1, "applicationCursor"],
  [5, "reverseScreen"],
  [6, "origin"],
  [7, "autowrap"],
  [12, "cursorBlink"],
  [25, "cursorVisible"],
  [45, "reverseWrap"],
  [66, "applicationKeypad"],
  [1004, "focusEvents"],
  [1007, "alternateScroll"],
  [2004, "bracketedPaste"],
  [2026, "synchronizedOutput"],
]);

/** Clusters are always one cell group here, so mode 2027 cannot be turned off. */
const GRAPHEME_CLUSTERS = 2027;
const ALTERNATE_SCREEN = new Set([47, 1047, 1049]);

/** The switches a program has set. */
export class Modes {
  applicationCursor = false;
  applicationKeypad = false;
  reverseScreen = false;
  origin = false;
  autowrap = true;
  cursorBlink = false;
  cursorVisible = true;
  reverseWrap = false;
  focusEvents = false;
  alternateScroll = false;
  bracketedPaste = false;
  synchronizedOutput = false;
  /** ANSI mode 4. */
  insert = false;
  /** ANSI mode 20. */
  newLine = false;
  mouseTracking: MouseTracking = "none";
  mouseEncoding: MouseEncoding = "default";

  setPrivate(mode: number, on: boolean): void {
    const flag = FLAGS.get(mode);
    if (flag !== undefined) this[flag] = on;
    const tracking = MOUSE_TRACKING.get(mode);
    if (tracking !== undefined) this.mouseTracking = on ? tracking : "none";
    const encoding = MOUSE_ENCODING.get(mode);
    if (encoding !== undefined) {
      if (on) this.mouseEncoding = encoding;
      else if (this.mouseEncoding === encoding) this.mouseEncoding = "default";
    }
  }

  reportPrivate(mode: number, isAlternateScreen: boolean): number {
    const flag = FLAGS.get(mode);
    if (flag !== undefined) return this[flag] ? SET : RESET;
    const tracking = MOUSE_TRACKING.get(mode);
    if (tracking !== undefined) return this.mouseTracking === tracking ? SET : RESET;
    const encoding = MOUSE_ENCODING.get(mode);
    if (encoding !== undefined) return this.mouseEncoding === encoding ? SET : RESET;
    if (ALTERNATE_SCREEN.has(mode)) return isAlternateScreen ? SET : RESET;
    return mode === GRAPHEME_CLUSTERS ? ALWAYS_SET : NOT_RECOGNISED;
  }

  reportAnsi(mode: number): number {
    if (mode === 4) return this.insert ? SET : RESET;
    if (mode === 20) return this.newLine ? SET : RESET;
    return NOT_RECOGNISED;
  }
}

import type { MouseEncoding, MouseTracking } from "../../protocol/index.js";

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
const ALWAYS_RESET = 4;

type Flag =
  | "applicationCursor"
  | "reverseScreen"
  | "origin"
  | "autowrap"
  | "cursorBlink"
  | "cursorVisible"
  | "tabWraps"
  | "reverseWrap"
  | "reverseWrapAll"
  | "sideMargins"
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
  [41, "tabWraps"],
  [45, "reverseWrap"],
  [66, "applicationKeypad"],
  [69, "sideMargins"],
  [1004, "focusEvents"],
  [1007, "alternateScroll"],
  [1045, "reverseWrapAll"],
  [2004, "bracketedPaste"],
  [2026, "synchronizedOutput"],
]);

/** ANSI modes 2 and 12, KAM and SRM: of the keyboard and of local echo, which are not ours. */
const REMEMBERED_ANSI = new Set([2, 12]);
/** Those of ECMA-48 that no terminal has: GATM, SRTM, VEM, HEM, PUM, FEAM, FETM, MATM, TTM, SATM, TSM, EBM. */
const ABSENT_ANSI = new Set([1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19]);
/**
 * Private modes that change nothing here, but are told as they were set: DECCOLM and what goes with it (3, 40, 95; the size is the owner's),
 * DECSCLM, DECPFF, DECPEX, DECHEBM (35), DECNRCM, DECBKM.
 */
const REMEMBERED = new Set([3, 4, 18, 19, 35, 40, 42, 67, 95]);
/** DECHCCM: there is nothing to scroll sideways to. */
const HORIZONTAL_COUPLING = 60;
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
  /** Mode 41: a tab behind the last column wraps first. */
  tabWraps = false;
  /** Mode 45: back over soft wraps. */
  reverseWrap = false;
  /** Mode 1045: back over the beginning of any row, and from the first to the last. */
  reverseWrapAll = false;
  /** DECLRMM. */
  sideMargins = false;
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
  readonly #remembered = new Set<number>();
  readonly #rememberedAnsi = new Set<number>();

  setAnsi(mode: number, on: boolean): void {
    if (mode === 4) this.insert = on;
    else if (mode === 20) this.newLine = on;
    else if (REMEMBERED_ANSI.has(mode)) remember(this.#rememberedAnsi, mode, on);
  }

  setPrivate(mode: number, on: boolean): void {
    const flag = FLAGS.get(mode);
    if (flag !== undefined) this[flag] = on;
    if (REMEMBERED.has(mode)) remember(this.#remembered, mode, on);
    const tracking = MOUSE_TRACKING.get(mode);
    if (tracking !== undefined) this.mouseTracking = on ? tracking : "none";
    const encoding = MOUSE_ENCODING.get(mode);
    if (encoding !== undefined) {
      if (on) this.mouseEncoding = encoding;
      else if (this.mouseEncoding === encoding) this.mouseEncoding = "default";
    }
  }

  /** It is a mode of the mouse, and another one is on: turning it off would turn that off. */
  isOtherTracking(mode: number): boolean {
    const tracking = MOUSE_TRACKING.get(mode);
    return tracking !== undefined && tracking !== this.mouseTracking;
  }

  reportPrivate(mode: number, isAlternateScreen: boolean): number {
    const flag = FLAGS.get(mode);
    if (flag !== undefined) return this[flag] ? SET : RESET;
    const tracking = MOUSE_TRACKING.get(mode);
    if (tracking !== undefined) return this.mouseTracking === tracking ? SET : RESET;
    const encoding = MOUSE_ENCODING.get(mode);
    if (encoding !== undefined) return this.mouseEncoding === encoding ? SET : RESET;
    if (ALTERNATE_SCREEN.has(mode)) return isAlternateScreen ? SET : RESET;
    if (REMEMBERED.has(mode)) return this.#remembered.has(mode) ? SET : RESET;
    if (mode === HORIZONTAL_COUPLING) return ALWAYS_RESET;
    return mode === GRAPHEME_CLUSTERS ? ALWAYS_SET : NOT_RECOGNISED;
  }

  reportAnsi(mode: number): number {
    if (mode === 4) return this.insert ? SET : RESET;
    if (mode === 20) return this.newLine ? SET : RESET;
    if (REMEMBERED_ANSI.has(mode)) return this.#rememberedAnsi.has(mode) ? SET : RESET;
    return ABSENT_ANSI.has(mode) ? ALWAYS_RESET : NOT_RECOGNISED;
  }

  /** Whether a private mode is on; undefined if there is no such mode. */
  isSet(mode: number, isAlternateScreen: boolean): boolean | undefined {
    const report = this.reportPrivate(mode, isAlternateScreen);
    return report === SET ? true : report === RESET ? false : undefined;
  }
}

function remember(modes: Set<number>, mode: number, on: boolean): void {
  if (on) modes.add(mode);
  else modes.delete(mode);
}

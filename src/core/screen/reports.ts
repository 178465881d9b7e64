import { NAME, VERSION } from "../../base/index.js";
import type { Params } from "./params.js";
import type { SequenceContext } from "./sequence-context.js";

/**
 * What we claim to be, in one place. Every answer is made of our own constants, positions, mode numbers and colours as numbers;
 * nothing that the program chose as text (title, clipboard, answerback) is ever sent back, for it would arrive as typing.
 */
export const IDENTITY = {
  /** A VT500 with selective erase, horizontal scrolling, ANSI colours and rectangles. */
  primary: "\x1b[?65;6;21;22;28c",
  /** A VT520 of firmware 10, no keyboard option. */
  secondary: "\x1b[>64;10;0c",
  version: `\x1bP>|${NAME}(${VERSION})\x1b\\`,
} as const;

export function primaryAttributes({ reply }: SequenceContext, params?: Params): void {
  if ((params?.get(0, 0) ?? 0) === 0) reply(IDENTITY.primary);
}

export function secondaryAttributes({ reply }: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 0) reply(IDENTITY.secondary);
}

export function terminalVersion({ reply }: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 0) reply(IDENTITY.version);
}

function cursorPosition({ state }: SequenceContext): string {
  // Outside the margins there is no place in origin mode that has a number.
  return `${Math.max(0, state.addressY) + 1};${Math.max(0, state.addressX) + 1}`;
}

export function deviceStatus(context: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 5) context.reply("\x1b[0n");
  if (params.get(0, 0) === 6) context.reply(`\x1b[${cursorPosition(context)}R`);
}

const CONSTANT_STATUS = new Map([
  // No printer.
  [15, "\x1b[?13n"],
  // Keys that a program could define are not locked; the keyboard is a plain one.
  [25, "\x1b[?20n"],
  [26, "\x1b[?27;1;0;0n"],
  // No locator, of unknown kind.
  [53, "\x1b[?50n"],
  [55, "\x1b[?50n"],
  [56, "\x1b[?57;0n"],
  // No room for macros; the line is sound; one session.
  [62, "\x1b[0*{"],
  [75, "\x1b[?70n"],
  [85, "\x1b[?83n"],
  // The colour scheme: dark, as our background says.
  [996, "\x1b[?997;1n"],
]);

export function privateDeviceStatus(context: SequenceContext, params: Params): void {
  const which = params.get(0, 0);
  const constant = CONSTANT_STATUS.get(which);
  if (constant !== undefined) context.reply(constant);
  // The third number is the page, of which there is one.
  if (which === 6) context.reply(`\x1b[?${cursorPosition(context)};1R`);
  if (which === 63) context.reply(`\x1bP${params.get(1, 0)}!~0000\x1b\\`);
}

/** DECRQM, from a VT300 on. */
export function ansiMode({ state, reply }: SequenceContext, params: Params): void {
  if (state.level < 3) return;
  const mode = params.get(0, 0);
  reply(`\x1b[${mode};${state.modes.reportAnsi(mode)}$y`);
}

export function privateMode({ state, reply }: SequenceContext, params: Params): void {
  if (state.level < 3) return;
  const mode = params.get(0, 0);
  reply(`\x1b[?${mode};${state.modes.reportPrivate(mode, state.isAlternate)}$y`);
}

export function keyboardFlags({ state, reply }: SequenceContext): void {
  reply(`\x1b[?${state.keyboard.current}u`);
}

/** Told whenever a program asks to be told of changes, as VTE, foot and tmux do; xterm and kitty wait for the first change. */
export const focus = (isFocused: boolean): string => (isFocused ? "\x1b[I" : "\x1b[O");

/** XTQMODKEYS; of xterm's key resources we have the one for "other keys". */
export function modifiedKeys({ state, reply }: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 4) reply(`\x1b[>4;${state.keyboard.modifyOtherKeys}m`);
}

/** XTQFMTKEYS. */
export function keyFormat({ state, reply }: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 4) reply(`\x1b[>4;${state.keyboard.formatOtherKeys}f`);
}

/** The state of a window that is shown at the corner of its screen, and sizes. Titles (20, 21) are the program's own words and stay unanswered; so do all that move or iconify windows. */
export function windowReport({ state, reply }: SequenceContext, params: Params): void {
  const { rowCount, cols, pixelWidth, pixelHeight } = state;
  const hasPixels = pixelWidth > 0 && pixelHeight > 0;
  switch (params.get(0, 0)) {
    case 11:
      reply("\x1b[1t");
      return;
    case 13:
      reply("\x1b[3;0;0t");
      return;
    case 14:
    case 15:
      if (hasPixels) reply(`\x1b[${params.get(0, 0) - 10};${pixelHeight};${pixelWidth}t`);
      return;
    case 16:
      if (hasPixels) reply(`\x1b[6;${Math.floor(pixelHeight / rowCount)};${Math.floor(pixelWidth / cols)}t`);
      return;
    case 18:
    case 19:
      reply(`\x1b[${params.get(0, 0) - 10};${rowCount};${cols}t`);
      return;
  }
}

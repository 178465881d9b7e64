import { NAME, VERSION } from "../../base/index.js";
import type { Params } from "./params.js";
import type { SequenceContext } from "./sequence-context.js";

/**
 * What we claim to be, in one place. Every answer is made of our own constants, positions and mode numbers; nothing
 * that the program chose as text (title, clipboard, colours, answerback) is ever sent back, for it would arrive as typing.
 */
export const IDENTITY = {
  /** VT220 with ANSI colours. */
  primary: "\x1b[?62;22c",
  /** A VT220 of firmware 10, no keyboard option. */
  secondary: "\x1b[>1;10;0c",
  version: `\x1bP>|${NAME}(${VERSION})\x1b\\`,
  foreground: "rgb:d0d0/d0d0/d0d0",
  background: "rgb:0000/0000/0000",
  cursor: "rgb:d0d0/d0d0/d0d0",
} as const;

export function primaryAttributes({ reply }: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 0) reply(IDENTITY.primary);
}

export function secondaryAttributes({ reply }: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 0) reply(IDENTITY.secondary);
}

export function terminalVersion({ reply }: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 0) reply(IDENTITY.version);
}

function cursorPosition({ state }: SequenceContext): string {
  return `${state.y - (state.modes.origin ? state.top : 0) + 1};${state.x + 1}`;
}

export function deviceStatus(context: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 5) context.reply("\x1b[0n");
  if (params.get(0, 0) === 6) context.reply(`\x1b[${cursorPosition(context)}R`);
}

export function privateDeviceStatus(context: SequenceContext, params: Params): void {
  if (params.get(0, 0) === 6) context.reply(`\x1b[?${cursorPosition(context)}R`);
  // No printer; the keyboard is a plain one; no locator.
  if (params.get(0, 0) === 15) context.reply("\x1b[?13n");
  if (params.get(0, 0) === 26) context.reply("\x1b[?27;1;0;0n");
  if (params.get(0, 0) === 55) context.reply("\x1b[?50n");
  // 996 asks for the colour scheme: dark, as our background says.
  if (params.get(0, 0) === 996) context.reply("\x1b[?997;1n");
}

export function ansiMode({ state, reply }: SequenceContext, params: Params): void {
  const mode = params.get(0, 0);
  reply(`\x1b[${mode};${state.modes.reportAnsi(mode)}$y`);
}

export function privateMode({ state, reply }: SequenceContext, params: Params): void {
  const mode = params.get(0, 0);
  reply(`\x1b[?${mode};${state.modes.reportPrivate(mode, state.isAlternate)}$y`);
}

export function keyboardFlags({ state, reply }: SequenceContext): void {
  reply(`\x1b[?${state.keyboard.current}u`);
}

/** Sizes only. Titles (20, 21) are the program's own words and stay unanswered; so do all that move or iconify windows. */
export function windowReport({ state, reply }: SequenceContext, params: Params): void {
  const { rowCount, cols, pixelWidth, pixelHeight } = state;
  const hasPixels = pixelWidth > 0 && pixelHeight > 0;
  switch (params.get(0, 0)) {
    case 14:
      if (hasPixels) reply(`\x1b[4;${pixelHeight};${pixelWidth}t`);
      return;
    case 16:
      if (hasPixels) reply(`\x1b[6;${Math.floor(pixelHeight / rowCount)};${Math.floor(pixelWidth / cols)}t`);
      return;
    case 18:
      reply(`\x1b[8;${rowCount};${cols}t`);
      return;
  }
}

/** OSC 10, 11 and 12: a program may ask for our colours; setting them changes nothing, so the answer stays ours. */
export function colorReport(command: number, argument: string, terminator: string): string | undefined {
  if (argument !== "?") return undefined;
  const color =
    command === 10 ? IDENTITY.foreground : command === 11 ? IDENTITY.background : command === 12 ? IDENTITY.cursor : "";
  return color === "" ? undefined : `\x1b]${command};${color}${terminator}`;
}

import type { Color, ScreenSnapshot } from "../../protocol/index.js";
import type { Rgb } from "./color-specification.js";
import { colorAnswer, parseColor } from "./color-specification.js";

const INDEXED_COLORS = 256;
/** For text that is bold, underlined, blinking, inverse or italic; we have nothing to draw them with, but keep what they are. */
const SPECIAL_COLORS = 5;
/** OSC 10 to 19: text, background, cursor, pointer, Tektronix, selection. */
const FIRST_DYNAMIC = 10;
const LAST_DYNAMIC = 19;
const FOREGROUND = 10;
const BACKGROUND = 11;
const CURSOR = 12;

const LIGHT: Rgb = 0xd0d0d0;
const BLACK: Rgb = 0;
/** The first sixteen as xterm has them. */
const BASIC: readonly Rgb[] = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
  0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];

/** A colour of the cube of six steps each, or of the grey ramp behind it. */
function standardColor(index: number): Rgb {
  if (index < BASIC.length) return BASIC[index];
  if (index >= 232) return (8 + (index - 232) * 10) * 0x010101;
  const step = (value: number): number => (value === 0 ? 0 : 55 + value * 40);
  const at = index - BASIC.length;
  return (step(Math.floor(at / 36)) << 16) | (step(Math.floor(at / 6) % 6) << 8) | step(at % 6);
}

const colorName = (rgb: Rgb): Color => `rgb:${rgb >> 16}:${(rgb >> 8) & 255}:${rgb & 255}`;

/** The colours that numbers stand for. Only what a program changed is kept, as numbers: what is answered is made of our own digits. */
export class Palette {
  #indexed = new Map<number, Rgb>();
  #special = new Map<number, Rgb>();
  #dynamic = new Map<number, Rgb>();
  #described: ScreenSnapshot["palette"];

  /**
   * An OSC that sets, asks for or resets colours: 4, 5, 10 to 19, 104, 105, 110 to 119. `answer` is given what to reply with, between OSC
   * and its end. Others are left alone.
   */
  run(command: number, argument: string, answer: (text: string) => void): void {
    const parts = argument.split(";");
    if (command === 4 || command === 5) this.#setNumbered(command, parts, answer);
    else if (command >= FIRST_DYNAMIC && command <= LAST_DYNAMIC) this.#setDynamic(command, parts, answer);
    else if (command === 104) resetIn(this.#indexed, argument, INDEXED_COLORS);
    else if (command === 105) resetIn(this.#special, argument, SPECIAL_COLORS);
    else if (command >= 100 + FIRST_DYNAMIC && command <= 100 + LAST_DYNAMIC) this.#dynamic.delete(command - 100);
    else return;
    this.#described = undefined;
  }

  reset(): void {
    for (const colors of [this.#indexed, this.#special, this.#dynamic]) colors.clear();
    this.#described = undefined;
  }

  /** `number;colour` again and again. With OSC 4 the special colours follow the others. */
  #setNumbered(command: number, parts: readonly string[], answer: (text: string) => void): void {
    for (let at = 0; at + 1 < parts.length; at += 2) {
      if (!/^\d{1,3}$/.test(parts[at])) continue;
      const number = Number(parts[at]);
      const isIndexed = command === 4 && number < INDEXED_COLORS;
      const index = command === 4 && !isIndexed ? number - INDEXED_COLORS : number;
      if (!isIndexed && index >= SPECIAL_COLORS) continue;
      const colors = isIndexed ? this.#indexed : this.#special;
      if (parts[at + 1] === "?") {
        const color = colors.get(index) ?? (isIndexed ? standardColor(index) : this.#dynamicColor(FOREGROUND));
        answer(`${command};${number};${colorAnswer(color)}`);
      } else setIn(colors, index, parts[at + 1]);
    }
  }

  /** Further colours go to the numbers that follow. */
  #setDynamic(first: number, parts: readonly string[], answer: (text: string) => void): void {
    for (const [at, part] of parts.entries()) {
      const number = first + at;
      if (number > LAST_DYNAMIC) return;
      if (part === "?") answer(`${number};${colorAnswer(this.#dynamicColor(number))}`);
      else setIn(this.#dynamic, number, part);
    }
  }

  #dynamicColor(number: number): Rgb {
    // Backgrounds of the terminal, the pointer and the Tektronix window are dark, the rest is light.
    const isDark = number === BACKGROUND || number === 14 || number === 16;
    return this.#dynamic.get(number) ?? (isDark ? BLACK : LIGHT);
  }

  /** What the program changed of what snapshots tell; undefined if that is nothing. */
  get changes(): ScreenSnapshot["palette"] {
    if (this.#indexed.size === 0 && ![FOREGROUND, BACKGROUND, CURSOR].some((number) => this.#dynamic.has(number)))
      return undefined;
    return (this.#described ??= this.#describe());
  }

  #describe(): NonNullable<ScreenSnapshot["palette"]> {
    const named = (number: number): Color | undefined => {
      const color = this.#dynamic.get(number);
      return color === undefined ? undefined : colorName(color);
    };
    const [foreground, background, cursor] = [named(FOREGROUND), named(BACKGROUND), named(CURSOR)];
    const indexed = [...this.#indexed].sort(([a], [b]) => a - b);
    return Object.freeze({
      indexed: Object.freeze(indexed.map(([index, color]) => Object.freeze({ index, color: colorName(color) }))),
      ...(foreground === undefined ? {} : { foreground }),
      ...(background === undefined ? {} : { background }),
      ...(cursor === undefined ? {} : { cursor }),
    });
  }
}

function setIn(colors: Map<number, Rgb>, number: number, specification: string): void {
  const color = parseColor(specification);
  if (color !== undefined) colors.set(number, color);
}

/** Of the numbers given, or all. */
function resetIn(colors: Map<number, Rgb>, argument: string, count: number): void {
  if (argument === "") return colors.clear();
  for (const part of argument.split(";")) {
    if (!/^\d{1,3}$/.test(part)) continue;
    // OSC 104 takes no special colours: numbers behind its own mean nothing.
    if (Number(part) < count) colors.delete(Number(part));
  }
}

import { Interned } from "./interned.js";

/** "default", "idx:N" of the 256 colours, or "rgb:R:G:B" with decimal parts. */
export type Color = "default" | `idx:${number}` | `rgb:${number}:${number}:${number}`;

/** How a cell looks. */
export interface CellStyle {
  readonly foreground: Color;
  readonly background: Color;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly strikethrough: boolean;
  readonly blink: boolean;
  readonly hidden: boolean;
  readonly hyperlink?: string;
}

export const BOLD = 1;
export const DIM = 2;
export const ITALIC = 4;
export const UNDERLINE = 8;
export const BLINK = 16;
export const INVERSE = 32;
export const HIDDEN = 64;
export const STRIKETHROUGH = 128;

/** 0 is the default colour, else a tag in the top byte and the value below. */
export type PackedColor = number;
export const DEFAULT_COLOR: PackedColor = 0;
const INDEXED = 1 << 24;
const RGB = 2 << 24;

export const indexedColor = (index: number): PackedColor => INDEXED | (index & 255);
export const rgbColor = (red: number, green: number, blue: number): PackedColor =>
  RGB | ((red & 255) << 16) | ((green & 255) << 8) | (blue & 255);

function colorName(color: PackedColor): Color {
  if (color === DEFAULT_COLOR) return "default";
  if ((color & RGB) === 0) return `idx:${color & 255}`;
  return `rgb:${(color >> 16) & 255}:${(color >> 8) & 255}:${color & 255}`;
}

interface PackedStyle {
  readonly foreground: PackedColor;
  readonly background: PackedColor;
  readonly flags: number;
  readonly hyperlink: string;
}

const keyOf = ({ foreground, background, flags, hyperlink }: PackedStyle): string =>
  `${foreground},${background},${flags},${hyperlink}`;

/** Styles by number; number 0 is always the plain style. */
export class StyleTable {
  readonly #styles: Interned<PackedStyle>;
  /** Numbers of styles without a link: by background, then by foreground and flags. */
  readonly #unlinked = new Map<PackedColor, Map<number, number>>();
  readonly #described: (CellStyle | undefined)[] = [];

  constructor(styles = new Interned<PackedStyle>(keyOf)) {
    this.#styles = styles;
    this.numberOf(DEFAULT_COLOR, DEFAULT_COLOR, 0, "");
  }

  get size(): number {
    return this.#styles.size;
  }

  get isFull(): boolean {
    return this.#styles.isFull;
  }

  numberOf(foreground: PackedColor, background: PackedColor, flags: number, hyperlink: string): number {
    if (hyperlink !== "") return this.#styles.numberOf({ foreground, background, flags, hyperlink });
    // Two look-ups by number cost a fraction of making and finding the key that a link would need.
    let numbers = this.#unlinked.get(background);
    if (numbers === undefined) this.#unlinked.set(background, (numbers = new Map<number, number>()));
    const key = foreground * 256 + flags;
    let number = numbers.get(key);
    if (number === undefined)
      numbers.set(key, (number = this.#styles.numberOf({ foreground, background, flags, hyperlink })));
    return number;
  }

  /** As Interned.retaining; `isUsed` must mark 0, the plain style. */
  retaining(isUsed: Uint8Array): StyleTable {
    return new StyleTable(this.#styles.retaining(isUsed));
  }

  /** One shared, frozen object per style: a screen of cells costs no object per style. */
  describe(number: number): CellStyle {
    return (this.#described[number] ??= this.#freeze(this.#styles.values[number]));
  }

  #freeze(style: PackedStyle): CellStyle {
    const has = (flag: number): boolean => (style.flags & flag) !== 0;
    return Object.freeze({
      foreground: colorName(style.foreground),
      background: colorName(style.background),
      bold: has(BOLD),
      dim: has(DIM),
      italic: has(ITALIC),
      underline: has(UNDERLINE),
      inverse: has(INVERSE),
      strikethrough: has(STRIKETHROUGH),
      blink: has(BLINK),
      hidden: has(HIDDEN),
      ...(style.hyperlink === "" ? {} : { hyperlink: style.hyperlink }),
    });
  }
}

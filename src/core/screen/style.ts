import type { CellStyle, Color, StyledRun } from "../../protocol/index.js";

// The attributes of a cell, in one 32-bit word: flags, the kind of underline, and the number of its extras.
export const BOLD = 1;
export const DIM = 1 << 1;
export const ITALIC = 1 << 2;
export const BLINK = 1 << 3;
export const INVERSE = 1 << 4;
export const HIDDEN = 1 << 5;
export const STRIKETHROUGH = 1 << 6;
export const OVERLINE = 1 << 7;
const UNDERLINE_SHIFT = 8;
export const UNDERLINE_MASK = 7 << UNDERLINE_SHIFT;
const EXTRAS_SHIFT = 11;
/** Below this, attributes say nothing that few cells have. */
const RARE = OVERLINE;

/** What SGR 4:2 to 4:5 draw instead of a single line. */
const UNDERLINE_STYLES = ["double", "curly", "dotted", "dashed"] as const;
export const SINGLE_UNDERLINE = 1 << UNDERLINE_SHIFT;
export const DOUBLE_UNDERLINE = 2 << UNDERLINE_SHIFT;
/** SGR 4:n; a kind that is not known is drawn as a single line. */
export const underlineOf = (kind: number): number => (kind > UNDERLINE_STYLES.length + 1 ? 1 : kind) << UNDERLINE_SHIFT;

export const extrasBits = (number: number): number => number << EXTRAS_SHIFT;
export const extrasNumber = (attributes: number): number => attributes >>> EXTRAS_SHIFT;

/** 0 is the default colour, else a tag in the top byte and the value below. */
export type PackedColor = number;
export const DEFAULT_COLOR: PackedColor = 0;
const INDEXED = 1 << 24;
const RGB = 2 << 24;
/** More than any packed colour. */
const COLORS = 2 ** 26;

export const indexedColor = (index: number): PackedColor => INDEXED | (index & 255);
export const rgbColor = (red: number, green: number, blue: number): PackedColor =>
  RGB | ((red & 255) << 16) | ((green & 255) << 8) | (blue & 255);

/** The kind of underline, 0 for none. */
export const underlineKind = (attributes: number): number => (attributes & UNDERLINE_MASK) >> UNDERLINE_SHIFT;

/** The SGR parameters that select a colour, `first` being 30 for text and 40 for the background; "" for the default colour. */
export function colorParams(first: 30 | 40, color: PackedColor): string {
  if (color === DEFAULT_COLOR) return "";
  const index = color & 255;
  if ((color & RGB) !== 0) return `${first + 8}:2::${(color >> 16) & 255}:${(color >> 8) & 255}:${index}`;
  if (index < 8) return String(first + index);
  return index < 16 ? String(first + 52 + index) : `${first + 8}:5:${index}`;
}

function colorName(color: PackedColor): Color {
  if (color === DEFAULT_COLOR) return "default";
  if ((color & RGB) === 0) return `idx:${color & 255}`;
  return `rgb:${(color >> 16) & 255}:${(color >> 8) & 255}:${color & 255}`;
}

/** What few cells have. It stands in a table beside the cells, which keep its number. */
export interface StyleExtras {
  readonly underlineColor: PackedColor;
  readonly hyperlink: string;
  /** The `id` of OSC 8: cells with the same one belong to one link, also where they are apart. */
  readonly hyperlinkId: string;
}

export const NO_EXTRAS: StyleExtras = { underlineColor: DEFAULT_COLOR, hyperlink: "", hyperlinkId: "" };
export const extrasKey = ({ underlineColor, hyperlink, hyperlinkId }: StyleExtras): string =>
  `${underlineColor};${hyperlinkId};${hyperlink}`;

/** Where a cell's style is found: three words of `styles`, or none where all cells of a row are plain. */
export interface StyledCells {
  readonly chars: Uint32Array;
  readonly styles: Uint32Array;
  /** The background of all cells behind the end of `chars`. */
  readonly blankBackground: PackedColor;
}

/** 32-bit words of a cell's style: foreground, background, attributes. */
export const STYLE_WORDS = 3;
/** Which of them holds the attributes. */
export const ATTRIBUTES = 2;

/** How a cell looks that nothing was done to. */
export const PLAIN: CellStyle = describe(DEFAULT_COLOR, DEFAULT_COLOR, 0, NO_EXTRAS);

/** Says how the cells of one screen look: one frozen object for each style, however many cells have it. */
export class CellStyles {
  readonly #extras: readonly StyleExtras[];
  /** By both colours, then by attributes. */
  readonly #known = new Map<number, Map<number, CellStyle>>();
  // The style of the cell before, which is mostly that of the next one.
  #foreground: PackedColor = DEFAULT_COLOR;
  #background: PackedColor = DEFAULT_COLOR;
  #attributes = 0;
  #last = PLAIN;

  constructor(extras: readonly StyleExtras[]) {
    this.#extras = extras;
  }

  at({ chars, styles, blankBackground }: StyledCells, col: number): CellStyle {
    if (col >= chars.length) return this.#of(DEFAULT_COLOR, blankBackground, 0);
    if (styles.length === 0) return PLAIN;
    const at = col * STYLE_WORDS;
    return this.#of(styles[at], styles[at + 1], styles[at + 2]);
  }

  /** Links and their ids, each once. */
  links(rows: readonly StyledCells[]): string[] {
    const numbers = new Set<number>();
    for (const { styles } of rows)
      for (let at = ATTRIBUTES; at < styles.length; at += STYLE_WORDS) numbers.add(extrasNumber(styles[at]));
    const texts = [...numbers].flatMap((number) => {
      const { hyperlink, hyperlinkId } = this.#extras[number] ?? NO_EXTRAS;
      return [hyperlink, hyperlinkId];
    });
    return [...new Set(texts)].filter((text) => text !== "");
  }

  #of(foreground: PackedColor, background: PackedColor, attributes: number): CellStyle {
    if (foreground === this.#foreground && background === this.#background && attributes === this.#attributes)
      return this.#last;
    this.#foreground = foreground;
    this.#background = background;
    this.#attributes = attributes;
    return (this.#last = this.#find(foreground, background, attributes));
  }

  #find(foreground: PackedColor, background: PackedColor, attributes: number): CellStyle {
    if (foreground === DEFAULT_COLOR && background === DEFAULT_COLOR && attributes === 0) return PLAIN;
    const colors = foreground * COLORS + background;
    let known = this.#known.get(colors);
    if (known === undefined) this.#known.set(colors, (known = new Map<number, CellStyle>()));
    let style = known.get(attributes);
    if (style === undefined)
      known.set(
        attributes,
        (style = describe(foreground, background, attributes, this.#extras[extrasNumber(attributes)] ?? NO_EXTRAS)),
      );
    return style;
  }
}

function describe(
  foreground: PackedColor,
  background: PackedColor,
  attributes: number,
  { underlineColor, hyperlink, hyperlinkId }: StyleExtras,
): CellStyle {
  const has = (flag: number): boolean => (attributes & flag) !== 0;
  const underline = underlineKind(attributes);
  const common = {
    foreground: colorName(foreground),
    background: colorName(background),
    bold: has(BOLD),
    dim: has(DIM),
    italic: has(ITALIC),
    underline: underline !== 0,
    inverse: has(INVERSE),
    strikethrough: has(STRIKETHROUGH),
    blink: has(BLINK),
    hidden: has(HIDDEN),
  };
  if (attributes < RARE) return Object.freeze(common);
  return Object.freeze({
    ...common,
    ...(has(OVERLINE) ? { overline: true } : {}),
    ...(underline > 1 ? { underlineStyle: UNDERLINE_STYLES[underline - 2] } : {}),
    ...(underlineColor === DEFAULT_COLOR ? {} : { underlineColor: colorName(underlineColor) }),
    ...(hyperlink === "" ? {} : { hyperlink }),
    ...(hyperlink === "" || hyperlinkId === "" ? {} : { hyperlinkId }),
  });
}

/** What differs from plain text. */
export function differences(style: CellStyle): StyledRun[1] {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== "default" && value !== false));
}

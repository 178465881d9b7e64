import type { Params } from "./params.js";
import type { PackedColor } from "./style.js";
import {
  BLINK,
  BOLD,
  DEFAULT_COLOR,
  DIM,
  DOUBLE_UNDERLINE,
  HIDDEN,
  INVERSE,
  ITALIC,
  OVERLINE,
  SINGLE_UNDERLINE,
  STRIKETHROUGH,
  UNDERLINE_MASK,
  indexedColor,
  rgbColor,
  underlineOf,
} from "./style.js";

/** What the next printed character will look like. */
export class Pen {
  foreground: PackedColor = DEFAULT_COLOR;
  background: PackedColor = DEFAULT_COLOR;
  flags = 0;
  underlineColor: PackedColor = DEFAULT_COLOR;
  hyperlink = "";
  hyperlinkId = "";
  /** The number of link and underline colour among the extras, as it stands in a cell's attributes. */
  extras = 0;
  /** Link or underline colour changed since that number was found. */
  hasNewExtras = false;

  get attributes(): number {
    return this.flags | this.extras;
  }

  /** The link stays. */
  reset(): void {
    this.foreground = DEFAULT_COLOR;
    this.background = DEFAULT_COLOR;
    this.flags = 0;
    if (this.underlineColor !== DEFAULT_COLOR) this.setUnderlineColor(DEFAULT_COLOR);
  }

  setUnderlineColor(color: PackedColor): void {
    this.underlineColor = color;
    this.hasNewExtras = true;
  }

  setHyperlink(uri: string, id: string): void {
    this.hyperlink = uri;
    this.hyperlinkId = id;
    this.hasNewExtras = true;
  }

  copyFrom(other: Pen): void {
    this.foreground = other.foreground;
    this.background = other.background;
    this.flags = other.flags;
    if (this.underlineColor !== other.underlineColor) this.setUnderlineColor(other.underlineColor);
  }
}

const NO_COLOR = -1;

/** The colour of `38;5;n`, `38;2;r;g;b`, `38:5:n`, `38:2:r:g:b` or `38:2:space:r:g:b`. */
function extendedColor(params: Params, at: number, last: number): PackedColor {
  const kind = params.get(at + 1, 0);
  if (kind === 5) return indexedColor(params.get(at + 2, 0));
  if (kind !== 2) return NO_COLOR;
  // The form with colons may name a colour space before the three values.
  const first = params.isSub(at + 1) && last - at >= 5 ? at + 3 : at + 2;
  return rgbColor(params.get(first, 0), params.get(first + 1, 0), params.get(first + 2, 0));
}

/** The index of the last parameter that belongs to the colour. */
function endOfColor(params: Params, at: number): number {
  if (params.isSub(at + 1)) {
    let last = at + 1;
    while (params.isSub(last + 1)) last++;
    return last;
  }
  const kind = params.get(at + 1, 0);
  return at + (kind === 2 ? 4 : kind === 5 ? 2 : 1);
}

/** Select Graphic Rendition, ECMA-48 8.3.117 with xterm's colours. */
export function selectGraphicRendition(pen: Pen, params: Params): void {
  for (let at = 0; at < params.length; at++) {
    const value = params.get(at, 0);
    if ((value === 38 || value === 48) && !params.hasSub && params.get(at + 1, 0) === 2) {
      const color = rgbColor(params.get(at + 2, 0), params.get(at + 3, 0), params.get(at + 4, 0));
      if (value === 38) pen.foreground = color;
      else pen.background = color;
      at += 4;
    } else if (value === 38 || value === 48 || value === 58) {
      const last = endOfColor(params, at);
      const color = extendedColor(params, at, last);
      at = last;
      if (color === NO_COLOR) continue;
      if (value === 38) pen.foreground = color;
      else if (value === 48) pen.background = color;
      else pen.setUnderlineColor(color);
    } else if (value >= 30 && value <= 37) pen.foreground = indexedColor(value - 30);
    else if (value >= 40 && value <= 47) pen.background = indexedColor(value - 40);
    else if (value >= 90 && value <= 97) pen.foreground = indexedColor(value - 90 + 8);
    else if (value >= 100 && value <= 107) pen.background = indexedColor(value - 100 + 8);
    else if (value === 4 && params.isSub(at + 1)) setUnderline(pen, underlineOf(params.get(at + 1, 1)));
    else applyFlag(pen, value);
    if (params.hasSub) while (params.isSub(at + 1)) at++;
  }
}

function setUnderline(pen: Pen, kind: number): void {
  pen.flags = (pen.flags & ~UNDERLINE_MASK) | kind;
}

function applyFlag(pen: Pen, value: number): void {
  switch (value) {
    case 0:
      return pen.reset();
    case 1:
      pen.flags |= BOLD;
      return;
    case 2:
      pen.flags |= DIM;
      return;
    case 3:
      pen.flags |= ITALIC;
      return;
    case 4:
      return setUnderline(pen, SINGLE_UNDERLINE);
    case 5:
    case 6:
      pen.flags |= BLINK;
      return;
    case 7:
      pen.flags |= INVERSE;
      return;
    case 8:
      pen.flags |= HIDDEN;
      return;
    case 9:
      pen.flags |= STRIKETHROUGH;
      return;
    case 21:
      return setUnderline(pen, DOUBLE_UNDERLINE);
    case 22:
      pen.flags &= ~(BOLD | DIM);
      return;
    case 23:
      pen.flags &= ~ITALIC;
      return;
    case 24:
      return setUnderline(pen, 0);
    case 25:
      pen.flags &= ~BLINK;
      return;
    case 27:
      pen.flags &= ~INVERSE;
      return;
    case 28:
      pen.flags &= ~HIDDEN;
      return;
    case 29:
      pen.flags &= ~STRIKETHROUGH;
      return;
    case 39:
      pen.foreground = DEFAULT_COLOR;
      return;
    case 49:
      pen.background = DEFAULT_COLOR;
      return;
    case 53:
      pen.flags |= OVERLINE;
      return;
    case 55:
      pen.flags &= ~OVERLINE;
      return;
    case 59:
      pen.setUnderlineColor(DEFAULT_COLOR);
  }
}

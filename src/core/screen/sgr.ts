import type { Params } from "./params.js";
import type { PackedColor } from "./style.js";
import {
  BLINK,
  BOLD,
  DEFAULT_COLOR,
  DIM,
  HIDDEN,
  INVERSE,
  ITALIC,
  STRIKETHROUGH,
  UNDERLINE,
  indexedColor,
  rgbColor,
} from "./style.js";

/** What the next printed character will look like. */
export class Pen {
  foreground: PackedColor = DEFAULT_COLOR;
  background: PackedColor = DEFAULT_COLOR;
  flags = 0;
  hyperlink = "";

  reset(): void {
    this.foreground = DEFAULT_COLOR;
    this.background = DEFAULT_COLOR;
    this.flags = 0;
  }

  copyFrom(other: Pen): void {
    this.foreground = other.foreground;
    this.background = other.background;
    this.flags = other.flags;
  }
}

/** Reads `38;5;n`, `38;2;r;g;b`, `38:5:n`, `38:2:r:g:b` and `38:2:space:r:g:b`; returns the index of the last one read. */
function extendedColor(params: Params, at: number, set: (color: PackedColor) => void): number {
  const withColons = params.isSub(at + 1);
  let last = at;
  if (withColons) while (params.isSub(last + 1)) last++;
  else last = at + (params.get(at + 1, 0) === 2 ? 4 : params.get(at + 1, 0) === 5 ? 2 : 1);
  const kind = params.get(at + 1, 0);
  if (kind === 5) set(indexedColor(params.get(at + 2, 0)));
  if (kind === 2) {
    // The form with colons may name a colour space before the three values.
    const first = withColons && last - at >= 5 ? at + 3 : at + 2;
    set(rgbColor(params.get(first, 0), params.get(first + 1, 0), params.get(first + 2, 0)));
  }
  return last;
}

/** Select Graphic Rendition, ECMA-48 8.3.117 with xterm's colours. */
export function selectGraphicRendition(pen: Pen, params: Params): void {
  for (let at = 0; at < params.length; at++) {
    const value = params.get(at, 0);
    const firstSub = at + 1;
    if (value === 38) at = extendedColor(params, at, (color) => (pen.foreground = color));
    else if (value === 48) at = extendedColor(params, at, (color) => (pen.background = color));
    else if (value === 58) at = extendedColor(params, at, () => undefined);
    else if (value >= 30 && value <= 37) pen.foreground = indexedColor(value - 30);
    else if (value >= 40 && value <= 47) pen.background = indexedColor(value - 40);
    else if (value >= 90 && value <= 97) pen.foreground = indexedColor(value - 90 + 8);
    else if (value >= 100 && value <= 107) pen.background = indexedColor(value - 100 + 8);
    else if (value === 4 && params.isSub(firstSub))
      pen.flags = params.get(firstSub, 1) === 0 ? pen.flags & ~UNDERLINE : pen.flags | UNDERLINE;
    else applyFlag(pen, value);
    while (params.isSub(at + 1)) at++;
  }
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
    case 21:
      pen.flags |= UNDERLINE;
      return;
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
    case 22:
      pen.flags &= ~(BOLD | DIM);
      return;
    case 23:
      pen.flags &= ~ITALIC;
      return;
    case 24:
      pen.flags &= ~UNDERLINE;
      return;
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
  }
}

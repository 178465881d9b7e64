import { BLANK, CONTINUATION, PROTECTED, WIDE } from "./cell.js";
import type { Params } from "./params.js";
import type { Region } from "./region.js";
import { Row } from "./row.js";
import type { ScreenState } from "./screen-state.js";
import type { SequenceContext } from "./sequence-context.js";
import { BLINK, BOLD, HIDDEN, INVERSE, SINGLE_UNDERLINE, STYLE_WORDS, UNDERLINE_MASK } from "./style.js";

/** From a VT400 on. */
const LEAST_LEVEL = 4;

/** Where rectangles are: on the screen, or in origin mode between the margins. */
function bounds({ modes, cols, rowCount, top, left, bottom, right }: ScreenState): Region {
  return modes.origin ? { top, left, bottom, right } : { top: 0, left: 0, bottom: rowCount - 1, right: cols - 1 };
}

/** Top, left, bottom, right from the parameter `at` on; what is left out or too far is the side of the screen. */
function sides(state: ScreenState, params: Params, at: number): Region {
  const { top, left, bottom, right } = bounds(state);
  const end = (given: number, first: number, last: number): number =>
    given === 0 ? last : Math.min(last, first + given - 1);
  return {
    top: top + params.count(at) - 1,
    left: left + params.count(at + 1) - 1,
    bottom: end(params.get(at + 2, 0), top, bottom),
    right: end(params.get(at + 3, 0), left, right),
  };
}

/** The rectangle that the parameters from `at` on name; undefined if it is empty, or the VT has no rectangles. */
function rectangle(state: ScreenState, params: Params, at: number): Region | undefined {
  if (state.level < LEAST_LEVEL) return undefined;
  const region = sides(state, params, at);
  return region.top > region.bottom || region.left > region.right ? undefined : region;
}

const cellsIn = ({ top, left, bottom, right }: Region): number => (bottom - top + 1) * (right - left + 1);

/** Does something to the rectangle that the parameters from `at` on name. */
function inRectangle(
  state: ScreenState,
  params: Params,
  at: number,
  act: (row: Row, region: Region, y: number) => void,
): void {
  const region = rectangle(state, params, at);
  if (region === undefined) return;
  state.work += cellsIn(region);
  for (let y = region.top; y <= region.bottom; y++) act(state.grid.rows[y], region, y);
}

/** DECERA. */
export function eraseRectangle({ state }: SequenceContext, params: Params): void {
  inRectangle(state, params, 0, (row, { left, right }, y) => {
    row.erase(left, right + 1, state.pen.background, state.cols);
    state.endErasedLines(y, left, right + 1);
  });
}

/** DECSERA: what SPA guards is erased too. */
export function eraseRectangleSelectively({ state }: SequenceContext, params: Params): void {
  inRectangle(state, params, 0, (row, { left, right }, y) => {
    if (state.guard === "iso") row.erase(left, right + 1, state.pen.background, state.cols);
    else row.eraseUnprotected(left, right + 1);
    state.endErasedLines(y, left, right + 1);
  });
}

/** DECFRA: with a character of the two printable ranges, in the current rendition. */
export function fillRectangle({ state }: SequenceContext, params: Params): void {
  const character = params.get(0, 0);
  if (character < 0x20 || character > 0xff || (character > 0x7e && character < 0xa0)) return;
  const { cols, charsets } = state;
  const { foreground, background, attributes } = state.pen;
  const guard = state.isProtecting ? PROTECTED : 0;
  const content = (charsets.isPlain ? character : charsets.translate(character)) | guard;
  inRectangle(state, params, 1, (row, { left, right }, y) => {
    row.cutWide(left);
    row.cutWide(right + 1);
    row.prepare(left, right + 1, cols);
    row.touch();
    if (guard !== 0) row.hasProtected = true;
    row.chars.fill(content, left, right + 1);
    row.paint(left, right + 1, foreground, background, attributes);
    state.endLines(y, left === 0, right === cols - 1);
  });
}

/** DECCRA, of the one page that there is. What finds no place on the screen, or in origin mode between the margins, is lost. */
export function copyRectangle({ state }: SequenceContext, params: Params): void {
  const source = rectangle(state, params, 0);
  if (source === undefined) return;
  const { cols, grid } = state;
  const place = bounds(state);
  const top = place.top + params.count(5) - 1;
  const left = place.left + params.count(6) - 1;
  const width = Math.min(source.right - source.left, place.right - left) + 1;
  const height = Math.min(source.bottom - source.top, place.bottom - top) + 1;
  if (width <= 0 || height <= 0) return;
  state.work += 2 * cellsIn(source);
  // Source and destination may overlap.
  const copies = grid.rows.slice(source.top, source.top + height).map((row) => {
    const copy = new Row();
    copy.takeCells(row, source.left, source.left + width, 0, cols);
    if ((copy.chars[0] & CONTINUATION) !== 0) copy.chars[0] = BLANK;
    if ((copy.chars[width - 1] & WIDE) !== 0) copy.chars[width - 1] = BLANK;
    return copy;
  });
  for (const [i, copy] of copies.entries()) {
    const row = grid.rows[top + i];
    row.cutWide(left);
    row.cutWide(left + width);
    row.takeCells(copy, 0, width, left, cols);
    state.endLines(top + i, left === 0, left + width === cols);
  }
}

/** DECSACE. */
export function selectChangeExtent({ state }: SequenceContext, params: Params): void {
  state.changesRectangles = params.get(0, 0) === 2;
}

/** Behind the two colours of a cell. */
const ATTRIBUTE_WORD = 2;
/** What SGR numbers do to the attributes of a cell, for those that these sequences know. */
const ATTRIBUTES = new Map<number, number>([
  [1, BOLD],
  [4, SINGLE_UNDERLINE],
  [5, BLINK],
  [7, INVERSE],
  [8, HIDDEN],
]);
const ALL = BOLD | UNDERLINE_MASK | BLINK | INVERSE | HIDDEN;

/** DECCARA: sets and takes away attributes. */
export function changeAttributes({ state }: SequenceContext, params: Params): void {
  let [taken, added] = [0, 0];
  for (let at = 4; at < Math.max(5, params.length); at++) {
    const value = params.get(at, 0);
    const flag = value === 0 ? ALL : value === 22 ? BOLD : (ATTRIBUTES.get(value > 23 ? value - 20 : value) ?? 0);
    const mask = flag === SINGLE_UNDERLINE ? UNDERLINE_MASK : flag;
    taken |= mask;
    added &= ~mask;
    if (value > 0 && value < 20) added |= flag;
  }
  alter(state, params, (styles, start, end) => {
    for (let at = start; at < end; at += STYLE_WORDS) styles[at] = (styles[at] & ~taken) | added;
  });
}

/** DECRARA: turns attributes round. */
export function reverseAttributes({ state }: SequenceContext, params: Params): void {
  let turned = 0;
  for (let at = 4; at < Math.max(5, params.length); at++) {
    const value = params.get(at, 0);
    turned ^= value === 0 ? (ALL & ~UNDERLINE_MASK) | SINGLE_UNDERLINE : (ATTRIBUTES.get(value) ?? 0);
  }
  const turnsUnderline = (turned & SINGLE_UNDERLINE) !== 0;
  alter(state, params, (styles, start, end) => {
    for (let at = start; at < end; at += STYLE_WORDS) {
      const before = styles[at];
      // An underline of another kind goes as a whole.
      const isOther = turnsUnderline && (before & UNDERLINE_MASK) > SINGLE_UNDERLINE;
      styles[at] = (isOther ? (before & ~UNDERLINE_MASK) | SINGLE_UNDERLINE : before) ^ turned;
    }
  });
}

/** A rectangle, or a stream of cells from its first to its last one. `change` is handed the attributes of some, each STYLE_WORDS after the other. */
function alter(
  state: ScreenState,
  params: Params,
  change: (styles: Uint32Array, start: number, end: number) => void,
): void {
  const { cols, changesRectangles, grid } = state;
  const region = changesRectangles ? rectangle(state, params, 0) : sides(state, params, 0);
  if (region === undefined || region.top > region.bottom || state.level < LEAST_LEVEL) return;
  state.work += changesRectangles ? cellsIn(region) : (region.bottom - region.top + 1) * cols;
  for (let y = region.top; y <= region.bottom; y++) {
    const row = grid.rows[y];
    const start = changesRectangles || y === region.top ? region.left : 0;
    const end = changesRectangles || y === region.bottom ? region.right + 1 : cols;
    row.reserve(end, cols);
    row.beStyled();
    row.touch();
    change(row.styles, start * STYLE_WORDS + ATTRIBUTE_WORD, end * STYLE_WORDS);
  }
}

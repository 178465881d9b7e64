import type { Params } from "./params.js";
import { sequenceKey } from "./parser.js";
import * as reports from "./reports.js";
import type { ScreenState } from "./screen-state.js";
import type { SequenceContext } from "./sequence-context.js";
import { selectGraphicRendition } from "./sgr.js";

type ControlSequence = (context: SequenceContext, params: Params) => void;

function eraseInDisplay({ state }: SequenceContext, params: Params): void {
  const { grid, cols, rowCount, eraseStyle, x, y } = state;
  state.pendingWrap = false;
  switch (params.get(0, 0)) {
    case 0:
      state.row.erase(x, cols, eraseStyle, cols);
      if (y < rowCount - 1) grid.clear(y + 1, rowCount - 1, eraseStyle);
      return;
    case 1:
      if (y > 0) grid.clear(0, y - 1, eraseStyle);
      state.row.erase(0, x + 1, eraseStyle, cols);
      return;
    case 2:
      grid.clear(0, rowCount - 1, eraseStyle);
      return;
  }
}

function eraseInLine({ state }: SequenceContext, params: Params): void {
  const { row, cols, eraseStyle, x } = state;
  state.pendingWrap = false;
  switch (params.get(0, 0)) {
    case 0:
      return row.erase(x, cols, eraseStyle, cols);
    case 1:
      return row.erase(0, x + 1, eraseStyle, cols);
    case 2:
      return row.erase(0, cols, eraseStyle, cols);
  }
}

function selectiveErase({ state }: SequenceContext, mode: number, wholeDisplay: boolean): void {
  const { grid, cols, rowCount, x, y } = state;
  state.pendingWrap = false;
  if (wholeDisplay) {
    const first = mode === 0 ? y + 1 : 0;
    const last = mode === 1 ? y - 1 : rowCount - 1;
    for (let line = first; line <= last; line++) grid.rows[line].eraseUnprotected(0, cols);
    state.work += (last - first + 1) * cols;
    if (mode === 2) return;
  }
  state.row.eraseUnprotected(mode === 0 ? x : 0, mode === 1 ? x + 1 : cols);
  state.work += cols;
}

/** IL and DL act from the cursor's row to the bottom margin, and only inside the margins. */
function editLines({ state }: SequenceContext, params: Params, insert: boolean): void {
  if (state.y < state.top || state.y > state.bottom) return;
  if (insert) state.grid.scrollDown(state.y, state.bottom, params.count(0), state.eraseStyle);
  else state.grid.scrollUp(state.y, state.bottom, params.count(0), state.eraseStyle);
  state.moveTo(0, state.y);
}

/** SL, SR, DECIC and DECDC: columns move sideways in all rows between the margins. */
function shiftColumns({ state }: SequenceContext, at: number, count: number, insert: boolean): void {
  if (state.y < state.top || state.y > state.bottom) return;
  const { cols, eraseStyle } = state;
  for (let y = state.top; y <= state.bottom; y++) {
    if (insert) state.grid.rows[y].insertBlanks(at, count, eraseStyle, cols);
    else state.grid.rows[y].deleteCells(at, count, eraseStyle, cols);
  }
  state.work += (state.bottom - state.top + 1) * cols;
  state.pendingWrap = false;
}

function setAnsiModes({ state }: SequenceContext, params: Params, on: boolean): void {
  for (let i = 0; i < params.length; i++) {
    if (params.get(i, 0) === 4) state.modes.insert = on;
    if (params.get(i, 0) === 20) state.modes.newLine = on;
  }
}

function setPrivateModes({ state }: SequenceContext, params: Params, on: boolean): void {
  for (let i = 0; i < params.length; i++) {
    const mode = params.get(i, 0);
    state.modes.setPrivate(mode, on);
    if (mode === 6) state.moveToAddress(0, 0);
    else if (mode === 7 && !on) state.pendingWrap = false;
    else if (mode === 47) state.useAlternate(on, false);
    else if (mode === 1047) state.useAlternate(on, !on);
    else if (mode === 1048 && on) state.saveCursor();
    else if (mode === 1048) state.restoreCursor();
    else if (mode === 1049) switchToAlternate(state, on);
  }
}

/** Mode 1049: save the cursor, switch, start with a clear screen; and back. */
function switchToAlternate(state: ScreenState, on: boolean): void {
  if (on && !state.isAlternate) state.saveCursor();
  state.useAlternate(on, true);
  if (!on) state.restoreCursor();
}

const TABLE = new Map<number, ControlSequence>([
  [
    sequenceKey("@"),
    ({ state }, p) => {
      state.row.insertBlanks(state.x, p.count(0), state.eraseStyle, state.cols);
      state.work += state.cols;
      state.pendingWrap = false;
    },
  ],
  [sequenceKey("A"), ({ state }, p) => state.moveVertically(-p.count(0))],
  [sequenceKey("B"), ({ state }, p) => state.moveVertically(p.count(0))],
  [sequenceKey("C"), ({ state }, p) => state.moveTo(state.x + p.count(0), state.y)],
  [sequenceKey("D"), ({ state }, p) => state.moveTo(state.x - p.count(0), state.y)],
  [
    sequenceKey("E"),
    ({ state }, p) => {
      state.moveVertically(p.count(0));
      state.x = 0;
    },
  ],
  [
    sequenceKey("F"),
    ({ state }, p) => {
      state.moveVertically(-p.count(0));
      state.x = 0;
    },
  ],
  [sequenceKey("G"), ({ state }, p) => state.moveTo(p.count(0) - 1, state.y)],
  [sequenceKey("`"), ({ state }, p) => state.moveTo(p.count(0) - 1, state.y)],
  [sequenceKey("H"), ({ state }, p) => state.moveToAddress(p.count(1) - 1, p.count(0) - 1)],
  [sequenceKey("f"), ({ state }, p) => state.moveToAddress(p.count(1) - 1, p.count(0) - 1)],
  [sequenceKey("I"), ({ state }, p) => state.tab(p.count(0))],
  [sequenceKey("J"), eraseInDisplay],
  [sequenceKey("K"), eraseInLine],
  [sequenceKey("J", "", "?"), (context, p) => selectiveErase(context, p.get(0, 0), true)],
  [sequenceKey("K", "", "?"), (context, p) => selectiveErase(context, p.get(0, 0), false)],
  [sequenceKey("@", " "), (context, p) => shiftColumns(context, 0, p.count(0), false)],
  [sequenceKey("A", " "), (context, p) => shiftColumns(context, 0, p.count(0), true)],
  [sequenceKey("}", "'"), (context, p) => shiftColumns(context, context.state.x, p.count(0), true)],
  [sequenceKey("~", "'"), (context, p) => shiftColumns(context, context.state.x, p.count(0), false)],
  [sequenceKey("L"), (context, p) => editLines(context, p, true)],
  [sequenceKey("M"), (context, p) => editLines(context, p, false)],
  [
    sequenceKey("P"),
    ({ state }, p) => {
      state.row.deleteCells(state.x, p.count(0), state.eraseStyle, state.cols);
      state.work += state.cols;
      state.pendingWrap = false;
    },
  ],
  [sequenceKey("S"), ({ state }, p) => state.grid.scrollUp(state.top, state.bottom, p.count(0), state.eraseStyle)],
  [
    sequenceKey("T"),
    ({ state }, p) => {
      // With five parameters it is highlight mouse tracking, which nobody has.
      if (p.length < 5) state.grid.scrollDown(state.top, state.bottom, p.count(0), state.eraseStyle);
    },
  ],
  [sequenceKey("^"), ({ state }, p) => state.grid.scrollDown(state.top, state.bottom, p.count(0), state.eraseStyle)],
  [
    sequenceKey("X"),
    ({ state }, p) => {
      state.row.erase(state.x, Math.min(state.cols, state.x + p.count(0)), state.eraseStyle, state.cols);
      state.pendingWrap = false;
    },
  ],
  [sequenceKey("Z"), ({ state }, p) => state.backTab(p.count(0))],
  [sequenceKey("a"), ({ state }, p) => state.moveTo(state.x + p.count(0), state.y)],
  [sequenceKey("b"), ({ printer }, p) => printer.repeat(p.count(0))],
  [sequenceKey("d"), ({ state }, p) => state.moveToAddress(state.x, p.count(0) - 1)],
  [sequenceKey("e"), ({ state }, p) => state.moveTo(state.x, state.y + p.count(0))],
  [sequenceKey("g"), ({ state }, p) => state.clearTabStops(p.get(0, 0))],
  [sequenceKey("h"), (context, p) => setAnsiModes(context, p, true)],
  [sequenceKey("l"), (context, p) => setAnsiModes(context, p, false)],
  [sequenceKey("h", "", "?"), (context, p) => setPrivateModes(context, p, true)],
  [sequenceKey("l", "", "?"), (context, p) => setPrivateModes(context, p, false)],
  [
    sequenceKey("m"),
    ({ state }, p) => {
      selectGraphicRendition(state.pen, p);
      state.penChanged();
    },
  ],
  [
    sequenceKey("r"),
    ({ state }, p) => state.setMargins(p.count(0) - 1, Math.min(state.rowCount, p.get(1, 0) || state.rowCount) - 1),
  ],
  [sequenceKey("s"), ({ state }) => state.saveCursor()],
  [sequenceKey("u"), ({ state }) => state.restoreCursor()],
  [sequenceKey("p", "!"), ({ state }) => state.softReset()],
  [sequenceKey("q", '"'), ({ state }, p) => (state.isProtecting = p.get(0, 0) === 1)],
  [sequenceKey("u", "", ">"), ({ state }, p) => state.keyboard.push(p.get(0, 0))],
  [sequenceKey("u", "", "<"), ({ state }, p) => state.keyboard.pop(p.count(0))],
  [sequenceKey("u", "", "="), ({ state }, p) => state.keyboard.set(p.get(0, 0), p.get(1, 1))],
  [sequenceKey("c"), reports.primaryAttributes],
  [sequenceKey("c", "", ">"), reports.secondaryAttributes],
  [sequenceKey("q", "", ">"), reports.terminalVersion],
  [sequenceKey("n"), reports.deviceStatus],
  [sequenceKey("n", "", "?"), reports.privateDeviceStatus],
  [sequenceKey("p", "$"), reports.ansiMode],
  [sequenceKey("p", "$", "?"), reports.privateMode],
  [sequenceKey("u", "", "?"), reports.keyboardFlags],
  [sequenceKey("t"), reports.windowReport],
]);

const SELECT_GRAPHIC_RENDITION = sequenceKey("m");

/** Runs a CSI sequence; one that is not in the table does nothing, nor does one with colons where only SGR has them. */
export function runControlSequence(context: SequenceContext, key: number, params: Params): void {
  if (params.hasSub && key !== SELECT_GRAPHIC_RENDITION) return;
  TABLE.get(key)?.(context, params);
}

import { QUESTIONS, isAsking, written } from "./open-questions.js";
import type { Params } from "./params.js";
import { sequenceKey } from "./parser.js";
import * as rectangles from "./rectangles.js";
import * as reports from "./reports.js";
import type { ScreenState } from "./screen-state.js";
import type { SequenceContext } from "./sequence-context.js";

const COLUMN_MODE = 3;
const COLUMN_MODE_ALLOWED = 40;
const COLUMN_MODE_KEEPS_SCREEN = 95;
const SIDE_MARGIN_MODE = 69;

type ControlSequence = (context: SequenceContext, params: Params) => void;

function eraseInDisplay({ state }: SequenceContext, params: Params): void {
  const { cols, rowCount, x, y } = state;
  switch (params.get(0, 0)) {
    case 0:
      state.eraseInRow(x, cols);
      state.eraseRows(y + 1, rowCount - 1);
      break;
    case 1:
      state.eraseRows(0, y - 1);
      state.eraseInRow(0, x + 1);
      break;
    case 2:
      state.eraseRows(0, rowCount - 1);
      break;
    case 3:
      state.normal.history?.clear();
      return;
    default:
      return;
  }
  state.pendingWrap = false;
}

function eraseInLine({ state }: SequenceContext, params: Params): void {
  const { cols, x, y } = state;
  switch (params.get(0, 0)) {
    case 0:
      state.eraseInRow(x, cols);
      break;
    case 1:
      state.eraseCells(y, 0, x + 1);
      break;
    case 2:
      state.eraseInRow(0, cols);
      break;
    default:
      return;
  }
  state.pendingWrap = false;
}

/** DECSED and DECSEL: only what is not guarded, by DECSCA or, as in xterm, by SPA. */
function selectiveErase({ state }: SequenceContext, params: Params, wholeDisplay: boolean): void {
  const { cols, rowCount, x, y } = state;
  const mode = params.get(0, 0);
  if (mode > 2) return;
  state.pendingWrap = false;
  if (wholeDisplay) {
    const first = mode === 0 ? y + 1 : 0;
    const last = mode === 1 ? y - 1 : rowCount - 1;
    for (let line = first; line <= last; line++) state.eraseSelectively(line, 0, cols);
    state.work += (last - first + 1) * cols;
    if (mode === 2) return;
  }
  state.eraseSelectively(y, mode === 0 ? x : 0, mode === 1 ? x + 1 : cols);
  state.work += cols;
}

/** IL and DL act from the cursor's row to the bottom margin, and only between the margins. */
function editLines({ state }: SequenceContext, params: Params, insert: boolean): void {
  if (state.y < state.top || state.y > state.bottom || !state.isBetweenSides) return;
  // What is deleted does not leave at the top, also if it is the first row.
  const { grid } = state;
  const { history } = grid;
  if (state.y === 0) history?.endLine();
  grid.history = undefined;
  state.scroll(state.y, insert ? -params.count(0) : params.count(0));
  grid.history = history;
  state.moveTo(state.left, state.y);
}

/** ICH and DCH. */
function editCells({ state }: SequenceContext, params: Params, insert: boolean): void {
  state.pendingWrap = false;
  if (state.isBetweenSides) state.shiftCells(state.y, state.x, params.count(0), insert);
}

function setAnsiModes({ state }: SequenceContext, params: Params, on: boolean): void {
  for (let i = 0; i < params.length; i++) state.modes.setAnsi(params.get(i, 0), on);
}

const BRACKETED_PASTE = 2004;
const FOCUS_EVENTS = 1004;

function setPrivateModes(context: SequenceContext, params: Params, on: boolean): void {
  for (let i = 0; i < params.length; i++) setPrivateMode(context, params.get(i, 0), on);
}

function setPrivateMode({ state, reply }: SequenceContext, mode: number, on: boolean): void {
  if (mode === COLUMN_MODE) return changeColumns(state, on);
  if (mode === SIDE_MARGIN_MODE && state.level < 4) return;
  state.modes.setPrivate(mode, on);
  if (mode === BRACKETED_PASTE && on) state.announced.pasteRequests++;
  if (mode === 6) state.moveToAddress(0, 0);
  else if (mode === SIDE_MARGIN_MODE && !on) state.resetSideMargins();
  else if (mode === FOCUS_EVENTS && on) reply(reports.focus(state.isFocused));
  else if (mode === 47) state.useAlternate(on, false);
  else if (mode === 1047) state.useAlternate(on, !on);
  else if (mode === 1048 && on) state.saveCursor();
  else if (mode === 1048) state.restoreCursor();
  else if (mode === 1049) switchToAlternate(state, on);
}

/** DECCOLM, where mode 40 allows it: all that goes with a change of the columns, but the size is the owner's. */
function changeColumns(state: ScreenState, on: boolean): void {
  if (state.modes.isSet(COLUMN_MODE_ALLOWED, false) !== true) return;
  state.modes.setPrivate(COLUMN_MODE, on);
  state.resetMargins();
  state.moveTo(0, 0);
  const keepsScreen = state.level >= 5 && state.modes.isSet(COLUMN_MODE_KEEPS_SCREEN, false) === true;
  if (!keepsScreen) state.grid.clear(0, state.rowCount - 1, state.pen.background);
}

/** XTSAVE. */
function saveModes({ state }: SequenceContext, params: Params): void {
  for (let i = 0; i < params.length; i++) {
    const on = state.modes.isSet(params.get(i, 0), state.isAlternate);
    if (on !== undefined) state.savedModes.set(params.get(i, 0), on);
  }
}

/** XTRESTORE; what was not saved stays as it is. */
function restoreModes(context: SequenceContext, params: Params): void {
  const { savedModes, modes } = context.state;
  for (let i = 0; i < params.length; i++) {
    const mode = params.get(i, 0);
    const on = savedModes.get(mode);
    if (on !== undefined && (on || !modes.isOtherTracking(mode))) setPrivateMode(context, mode, on);
  }
}

/** CSI s: DECSLRM while DECLRMM is on, else it saves the cursor. */
function setSideMarginsOrSave({ state }: SequenceContext, params: Params): void {
  const { cols } = state;
  if (!state.modes.sideMargins) return state.saveCursor();
  state.setSideMargins(params.count(0) - 1, Math.min(cols, params.get(1, 0) || cols) - 1);
}

/** DECSCL: the sequences of later VTs are not known any more. */
function selectLevel({ state }: SequenceContext, params: Params): void {
  const level = params.get(0, 0) - 60;
  if (level < 1 || level > 5) return;
  state.softReset();
  state.level = level;
}

/** Mode 1049: save the cursor, switch, start with a clear screen; and back. */
function switchToAlternate(state: ScreenState, on: boolean): void {
  if (on) state.saveCursor();
  state.useAlternate(on, on);
  if (!on) state.restoreCursor();
}

/** The stack of titles; all else is a question or none of our business. */
function windowOperation(context: SequenceContext, params: Params): void {
  const { state } = context;
  const operation = params.get(0, 0);
  if (operation === 22) state.announced.saveTitles(state.title);
  else if (operation === 23) state.title = state.announced.restoreTitles(params.get(1, 0), state.title);
  else reports.windowReport(context, params);
}

/** Which of xterm's key resources a sequence is about; undefined for all of them. */
const resourceOf = (params: Params): number | undefined => (params.isUntouched ? undefined : params.get(0, 0));

const TABLE = new Map<number, ControlSequence>([
  [sequenceKey("@"), (context, p) => editCells(context, p, true)],
  [sequenceKey("A"), ({ state }, p) => state.moveVertically(-p.count(0))],
  [sequenceKey("B"), ({ state }, p) => state.moveVertically(p.count(0))],
  [sequenceKey("C"), ({ state }, p) => state.moveForward(p.count(0))],
  [sequenceKey("D"), ({ state }, p) => state.moveBack(p.count(0))],
  [
    sequenceKey("E"),
    ({ state }, p) => {
      state.moveVertically(p.count(0));
      state.carriageReturn();
    },
  ],
  [
    sequenceKey("F"),
    ({ state }, p) => {
      state.moveVertically(-p.count(0));
      state.carriageReturn();
    },
  ],
  [sequenceKey("G"), ({ state }, p) => state.moveToAddress(p.count(0) - 1, state.addressY)],
  [sequenceKey("`"), ({ state }, p) => state.moveToAddress(p.count(0) - 1, state.addressY)],
  [sequenceKey("H"), ({ state }, p) => state.moveToAddress(p.count(1) - 1, p.count(0) - 1)],
  [sequenceKey("f"), ({ state }, p) => state.moveToAddress(p.count(1) - 1, p.count(0) - 1)],
  [sequenceKey("I"), ({ state }, p) => state.tab(p.count(0))],
  [sequenceKey("J"), eraseInDisplay],
  [sequenceKey("K"), eraseInLine],
  [sequenceKey("J", "", "?"), (context, p) => selectiveErase(context, p, true)],
  [sequenceKey("K", "", "?"), (context, p) => selectiveErase(context, p, false)],
  [sequenceKey("@", " "), ({ state }, p) => state.shiftColumns(state.left, p.count(0), false)],
  [sequenceKey("A", " "), ({ state }, p) => state.shiftColumns(state.left, p.count(0), true)],
  [sequenceKey("}", "'"), ({ state }, p) => state.shiftColumns(state.x, p.count(0), true)],
  [sequenceKey("~", "'"), ({ state }, p) => state.shiftColumns(state.x, p.count(0), false)],
  [sequenceKey("L"), (context, p) => editLines(context, p, true)],
  [sequenceKey("M"), (context, p) => editLines(context, p, false)],
  [sequenceKey("P"), (context, p) => editCells(context, p, false)],
  [sequenceKey("S"), ({ state }, p) => state.scroll(state.top, p.count(0))],
  [
    sequenceKey("T"),
    ({ state }, p) => {
      // With five parameters it is highlight mouse tracking, which nobody has.
      if (p.length < 5) state.scroll(state.top, -p.count(0));
    },
  ],
  [sequenceKey("^"), ({ state }, p) => state.scroll(state.top, -p.count(0))],
  [
    sequenceKey("X"),
    ({ state }, p) => {
      state.eraseCells(state.y, state.x, Math.min(state.cols, state.x + p.count(0)));
      state.pendingWrap = false;
    },
  ],
  [sequenceKey("Z"), ({ state }, p) => state.backTab(p.count(0))],
  [sequenceKey("a"), ({ state }, p) => state.moveToAddress(state.addressX + p.count(0), state.addressY)],
  [sequenceKey("b"), ({ printer }, p) => printer.repeat(p.count(0))],
  [sequenceKey("d"), ({ state }, p) => state.moveToAddress(state.addressX, p.count(0) - 1)],
  [sequenceKey("e"), ({ state }, p) => state.moveToAddress(state.addressX, state.addressY + p.count(0))],
  [sequenceKey("g"), ({ state }, p) => state.clearTabStops(p.get(0, 0))],
  [sequenceKey("h"), (context, p) => setAnsiModes(context, p, true)],
  [sequenceKey("l"), (context, p) => setAnsiModes(context, p, false)],
  [sequenceKey("h", "", "?"), (context, p) => setPrivateModes(context, p, true)],
  [sequenceKey("l", "", "?"), (context, p) => setPrivateModes(context, p, false)],
  [
    sequenceKey("r"),
    ({ state }, p) => state.setMargins(p.count(0) - 1, Math.min(state.rowCount, p.get(1, 0) || state.rowCount) - 1),
  ],
  [sequenceKey("s"), setSideMarginsOrSave],
  [sequenceKey("s", "", "?"), saveModes],
  [sequenceKey("r", "", "?"), restoreModes],
  [sequenceKey("u"), ({ state }) => state.restoreCursor()],
  [sequenceKey("p", "!"), ({ state }) => state.softReset()],
  [sequenceKey("p", '"'), selectLevel],
  [sequenceKey("q", '"'), ({ state }, p) => state.protect("dec", p.get(0, 0) === 1)],
  [sequenceKey("v", "$"), rectangles.copyRectangle],
  [sequenceKey("x", "$"), rectangles.fillRectangle],
  [sequenceKey("z", "$"), rectangles.eraseRectangle],
  [sequenceKey("{", "$"), rectangles.eraseRectangleSelectively],
  [sequenceKey("r", "$"), rectangles.changeAttributes],
  [sequenceKey("t", "$"), rectangles.reverseAttributes],
  [sequenceKey("x", "*"), rectangles.selectChangeExtent],
  [
    sequenceKey("q", " "),
    ({ state }, p) =>
      (state.modes.cursorBlink = state.announced.setCursorStyle(p.get(0, 0)) ?? state.modes.cursorBlink),
  ],
  [sequenceKey("u", "", ">"), ({ state }, p) => state.keyboard.push(p.get(0, 0))],
  [sequenceKey("u", "", "<"), ({ state }, p) => state.keyboard.pop(p.count(0))],
  [sequenceKey("u", "", "="), ({ state }, p) => state.keyboard.set(p.get(0, 0), p.get(1, 1))],
  [sequenceKey("m", "", ">"), ({ state }, p) => state.keyboard.setModify(resourceOf(p), p.get(1, 0))],
  [sequenceKey("n", "", ">"), ({ state }, p) => state.keyboard.setModify(resourceOf(p), 0)],
  [sequenceKey("f", "", ">"), ({ state }, p) => state.keyboard.setFormat(resourceOf(p), p.get(1, 0))],
  [sequenceKey("c"), reports.primaryAttributes],
  [sequenceKey("c", "", ">"), reports.secondaryAttributes],
  [sequenceKey("q", "", ">"), reports.terminalVersion],
  [sequenceKey("n"), reports.deviceStatus],
  [sequenceKey("n", "", "?"), reports.privateDeviceStatus],
  [sequenceKey("p", "$"), reports.ansiMode],
  [sequenceKey("p", "$", "?"), reports.privateMode],
  [sequenceKey("u", "", "?"), reports.keyboardFlags],
  [sequenceKey("m", "", "?"), reports.modifiedKeys],
  [sequenceKey("g", "", "?"), reports.keyFormat],
  [sequenceKey("t"), windowOperation],
]);

for (const [key, name] of QUESTIONS) {
  const answer = TABLE.get(key) ?? ((): void => undefined);
  TABLE.set(key, (context, params) => {
    if (!isAsking(key, params)) return answer(context, params);
    context.questions.ask(
      () => answer(context, params),
      () => written(name, params),
    );
  });
}

/** Those without prefix and intermediates, by their final byte. */
const COMMON = Array.from({ length: 128 }, (_, final) => TABLE.get(final));

/** Runs a CSI sequence; one that is not in the table does nothing, nor does one with colons, which only SGR has. */
export function runControlSequence(context: SequenceContext, key: number, params: Params): void {
  if (!params.hasSub) (key < COMMON.length ? COMMON[key] : TABLE.get(key))?.(context, params);
}

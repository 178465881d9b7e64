import { charsetOf } from "./charset.js";
import { sequenceKey } from "./parser.js";
import { primaryAttributes } from "./reports.js";
import type { ScreenState } from "./screen-state.js";
import type { SequenceContext } from "./sequence-context.js";

function alignmentTest(state: ScreenState): void {
  state.resetMargins();
  state.modes.origin = false;
  state.moveTo(0, 0);
  for (const row of state.grid.rows) row.fillWith(0x45, state.cols);
  state.work += state.rowCount * state.cols;
}

const TABLE = new Map<number, (state: ScreenState) => void>([
  [sequenceKey("6"), (state) => state.backIndex()],
  [sequenceKey("9"), (state) => state.forwardIndex()],
  [sequenceKey("7"), (state) => state.saveCursor()],
  [sequenceKey("8"), (state) => state.restoreCursor()],
  [sequenceKey("D"), (state) => state.lineFeed()],
  [
    sequenceKey("E"),
    (state) => {
      state.lineFeed();
      state.carriageReturn();
    },
  ],
  [sequenceKey("H"), (state) => state.setTabStop()],
  [sequenceKey("M"), (state) => state.reverseLineFeed()],
  [sequenceKey("N"), (state) => (state.charsets.single = 2)],
  [sequenceKey("O"), (state) => (state.charsets.single = 3)],
  [sequenceKey("V"), (state) => state.protect("iso", true)],
  [sequenceKey("W"), (state) => state.protect("iso", false)],
  [sequenceKey("c"), (state) => state.fullReset()],
  [sequenceKey("n"), (state) => (state.charsets.active = 2)],
  [sequenceKey("o"), (state) => (state.charsets.active = 3)],
  [sequenceKey("="), (state) => (state.modes.applicationKeypad = true)],
  [sequenceKey(">"), (state) => (state.modes.applicationKeypad = false)],
  [sequenceKey("8", "#"), alignmentTest],
]);

/** DECID, which asks what CSI c does. */
const IDENTIFY = sequenceKey("Z");

/** `ESC ( B` and its like: the intermediate names the slot. 96-character sets go to G1-G3 with `-./`. */
const CHARSET_SLOTS = new Map([
  ["(", 0],
  [")", 1],
  ["*", 2],
  ["+", 3],
  ["-", 1],
  [".", 2],
  ["/", 3],
]);

/** Runs an ESC sequence; one that is not known does nothing. */
export function runEscapeSequence(context: SequenceContext, key: number): void {
  const { state } = context;
  if (key === IDENTIFY) return primaryAttributes(context);
  const known = TABLE.get(key);
  if (known !== undefined) {
    known(state);
    return;
  }
  const slot = CHARSET_SLOTS.get(String.fromCharCode((key >> 8) & 255));
  if (slot !== undefined && key >> 16 === 0) state.charsets.slots[slot] = charsetOf(String.fromCharCode(key & 255));
}

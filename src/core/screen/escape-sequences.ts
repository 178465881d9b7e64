import { charsetOf } from "./charset.js";
import { sequenceKey } from "./parser.js";
import type { ScreenState } from "./screen-state.js";

function alignmentTest(state: ScreenState): void {
  state.top = 0;
  state.bottom = state.rowCount - 1;
  state.moveTo(0, 0);
  for (const row of state.grid.rows) row.fillWith(0x45, 0, state.cols);
  state.work += state.rowCount * state.cols;
}

const TABLE = new Map<number, (state: ScreenState) => void>([
  [sequenceKey("7"), (state) => state.saveCursor()],
  [sequenceKey("8"), (state) => state.restoreCursor()],
  [sequenceKey("D"), (state) => state.lineFeed()],
  [
    sequenceKey("E"),
    (state) => {
      state.lineFeed();
      state.x = 0;
    },
  ],
  [sequenceKey("H"), (state) => state.setTabStop()],
  [sequenceKey("M"), (state) => state.reverseLineFeed()],
  [sequenceKey("N"), (state) => (state.charsets.single = 2)],
  [sequenceKey("O"), (state) => (state.charsets.single = 3)],
  [sequenceKey("c"), (state) => state.fullReset()],
  [sequenceKey("n"), (state) => (state.charsets.active = 2)],
  [sequenceKey("o"), (state) => (state.charsets.active = 3)],
  [sequenceKey("="), (state) => (state.modes.applicationKeypad = true)],
  [sequenceKey(">"), (state) => (state.modes.applicationKeypad = false)],
  [sequenceKey("8", "#"), alignmentTest],
]);

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
export function runEscapeSequence(state: ScreenState, key: number): void {
  const known = TABLE.get(key);
  if (known !== undefined) {
    known(state);
    return;
  }
  const slot = CHARSET_SLOTS.get(String.fromCharCode((key >> 8) & 255));
  if (slot !== undefined && key >> 16 === 0) state.charsets.slots[slot] = charsetOf(String.fromCharCode(key & 255));
}

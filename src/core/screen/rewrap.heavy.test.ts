import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { BLANK, CONTINUATION, PROTECTED, WIDE } from "./cell.js";
import { MAX_HEAD_ROWS } from "./grid.js";
import { plainlyResizeScreen, styleAt } from "./resize-oracle.test.support.js";
import { resizeScreen } from "./resize.js";
import { Row } from "./row.js";
import { ScreenState } from "./screen-state.js";

const SCREENS = 10_000;

function randomRow(random: SeededRandom, cols: number, isWrapped: boolean): Row {
  const row = new Row();
  if (isWrapped) row.wrap();
  if (random.below(8) === 0) row.unwrap();
  row.blankBackground = random.below(3);
  const length = random.below(4) === 0 ? random.below(cols + 1) : isWrapped ? cols : random.below(2) * cols;
  const isBlank = random.below(5) === 0;
  row.reserve(length, cols);
  const paint = (col: number): void => row.paint(col, col + 1, random.below(4), random.below(4), random.below(4));
  for (let col = 0; col < length; col++) {
    const guard = random.below(20) === 0 ? PROTECTED : 0;
    paint(col);
    if (guard !== 0) row.hasProtected = true;
    if (isBlank || random.below(8) === 0) row.chars[col] = BLANK;
    else if (random.below(6) === 0 && col + 1 < length) {
      row.hasWide = true;
      row.chars[col] = (0x6f22 + random.below(50)) | WIDE | guard;
      paint(++col);
      row.chars[col] = CONTINUATION | guard;
    } else row.chars[col] = (0x61 + random.below(26)) | guard;
  }
  return row;
}

/** A screen that a program could have left behind. */
function randomScreen(random: SeededRandom): ScreenState {
  const side = (): number => 1 + random.below(random.below(8) === 0 ? 60 : 12);
  const state = new ScreenState(side(), side());
  const { rowCount, cols } = state;
  const wraps = random.below(5);
  state.normal.rows = state.normal.rows.map(() => randomRow(random, cols, random.below(5) < wraps));
  if (random.below(3) === 0)
    state.normal.head = Array.from({ length: 1 + random.below(3) }, () => randomRow(random, cols, true));
  state.y = random.below(rowCount);
  state.x = random.below(cols);
  state.pendingWrap = state.x === cols - 1 && random.below(2) === 0;
  if (random.below(4) === 0) {
    state.savedCursor.x = random.below(cols);
    state.savedCursor.y = random.below(rowCount);
    state.savedCursor.pendingWrap = state.savedCursor.x === cols - 1 && random.below(2) === 0;
    state.useAlternate(true, true);
  }
  return state;
}

function shown(row: Row): unknown {
  const { chars, length, blankBackground, wrapped, hasWide, hasProtected } = row;
  const styles = Array.from({ length }, (_, col) => styleAt(row, col));
  return { chars: [...chars.subarray(0, length)], styles, blankBackground, wrapped, hasWide, hasProtected };
}

function remembered(state: ScreenState): unknown {
  const { x, y, pendingWrap, savedCursor } = state;
  const rows = state.normal.rows.map(shown);
  return { rows, x, y, pendingWrap, saved: [savedCursor.x, savedCursor.y, savedCursor.pendingWrap] };
}

test("B13: 10,000 random screens resized are what they are if every row is made", () => {
  const { seed } = SeededRandom.ofRun();
  let cutCount = 0;
  let headCount = 0;
  for (let at = 0; at < SCREENS; at++) {
    const random = new SeededRandom(seed + at);
    const state = randomScreen(random);
    const expected = randomScreen(new SeededRandom(seed + at));
    const [rows, cols] = [1 + random.below(12), 1 + random.below(random.below(3) === 0 ? 60 : 6)];
    const cells = state.rowCount * state.cols;
    resizeScreen(state, rows, cols);
    plainlyResizeScreen(expected, rows, cols);
    assert.deepEqual(remembered(state), remembered(expected), `seed ${seed + at}`);
    const head = state.normal.head.map(shown);
    const wholeHead = expected.normal.head.map(shown);
    // Where rows were left out, the head of before is no longer at its front; what is nearest to the screen is the same.
    const isCut = cells / cols > MAX_HEAD_ROWS;
    assert.deepEqual(
      head,
      isCut ? wholeHead.slice(wholeHead.length - head.length) : wholeHead,
      `head, seed ${seed + at}`,
    );
    assert.ok(wholeHead.length - head.length <= 3, `head, seed ${seed + at}`);
    if (isCut) cutCount++;
    if (head.length > 0) headCount++;
  }
  assert.ok(cutCount > 100 && headCount > 1000, `${cutCount} large ones, ${headCount} with a head`);
});

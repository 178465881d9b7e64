import type { Anchored } from "./anchored-grid.js";
import type { ScreenSnapshot } from "../../protocol/index.js";
import type { ScreenState } from "./screen-state.js";
import type { ShellMark } from "./shell-marks.js";

type Marks = NonNullable<ScreenSnapshot["promptMarks"]>;
type MarkKind = Marks[number]["kind"];

/** The letters of the marks: what begins at the cursor. N is a prompt that also ends the command before. */
const KINDS: ReadonlyMap<string, MarkKind> = new Map([
  ["A", "prompt"],
  ["N", "prompt"],
  ["B", "command"],
  ["C", "output"],
]);

/** Where a shell says that its prompt, the command that is typed, or its output begins. */
class PromptMark implements Anchored {
  readonly rows = 1;

  constructor(
    public row: number,
    public col: number,
    readonly kind: MarkKind,
  ) {}

  get onlyOne(): string {
    return this.kind;
  }

  survives(top: number, bottom: number, from: number, to: number): boolean {
    return !(top <= this.row && this.row <= bottom && from <= this.col && to === Infinity);
  }
}

/** `A` to `D`; `D;n` tells how the command ended. */
export function markPrompt(state: ScreenState, { letter, fields: [code = ""] }: ShellMark): void {
  const kind = KINDS.get(letter);
  if (letter === "D") state.announced.exitCode = /^\d{1,3}$/.test(code) ? Number(code) : undefined;
  if (kind === undefined) return;
  const { grid, x, y, cols, pendingWrap } = state;
  // So that there are never more than the screen has room for.
  grid.retain((thing) => !(thing instanceof PromptMark && thing.row === y && thing.kind === kind));
  // Where a wrap is due, what it marks comes behind the last column.
  grid.anchor(new PromptMark(y, pendingWrap && x === cols - 1 ? cols : x, kind));
}

/** The marks on the screen from top to bottom; undefined if there are none. */
export function promptMarks({ grid, rowCount, cols }: ScreenState): Marks | undefined {
  if (grid.anchored.length === 0) return undefined;
  const marks = grid.anchored
    .filter((thing) => thing instanceof PromptMark)
    .filter(({ row }) => row < rowCount)
    .map(({ row, col, kind }) => Object.freeze({ row, col: Math.min(col, cols - 1), kind }));
  return marks.length === 0 ? undefined : marks.sort((one, other) => one.row - other.row || one.col - other.col);
}

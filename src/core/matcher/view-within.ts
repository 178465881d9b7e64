import type { ScreenBox } from "../../protocol/index.js";
import type { MatchView, ShownScreen } from "./match-view.js";

/** A look at a part of the screen: its text stands for that of all, and of the output nothing is seen. */
export class ViewWithin implements MatchView {
  readonly box: ScreenBox;
  readonly transcriptTail = "";
  readonly #view: MatchView;

  constructor(view: MatchView, box: ScreenBox) {
    this.#view = view;
    this.box = box;
  }

  get screenText(): string {
    return this.screen.read(this.box)?.text ?? "";
  }
  get screen(): ShownScreen {
    return this.#view.screen;
  }
  get title(): string | null {
    return this.#view.title;
  }
  get cursorRow(): number {
    return this.#view.cursorRow;
  }
  get cursorCol(): number {
    return this.#view.cursorCol;
  }
  get cursorVisible(): boolean {
    return this.#view.cursorVisible;
  }
  get bellCount(): number {
    return this.#view.bellCount;
  }
  get exited(): boolean {
    return this.#view.exited;
  }
  get exitStatus(): MatchView["exitStatus"] {
    return this.#view.exitStatus;
  }
  get sequence(): number {
    return this.#view.sequence;
  }
  get stableMs(): number {
    return this.#view.stableMs;
  }
}

/** The part that can be seen; undefined for all of it. */
export const boxOf = (view: MatchView): ScreenBox | undefined => (view instanceof ViewWithin ? view.box : undefined);

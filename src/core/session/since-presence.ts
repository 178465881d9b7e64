import type { MatchResult } from "../../api/index.js";
import type { Matcher, MatchView, OwnCode } from "../matcher/index.js";
import { compileCondition } from "../matcher/index.js";
import type { WaitSource } from "./wait-source.js";
import type { Boundary, BoundarySource } from "./change-history.js";

/** What a wait that counts from a moment tells beside its match. */
export type Presence = Pick<MatchResult, "firstSeenSequence" | "wasPresentBefore">;

/** Then it is told when it was there for certain. */
const LONGEST_SEARCH_MS = 8;

/** Looks back at what would have ended a wait before the moment that it counts from. It asks nobody: plugins count as a no. */
export class PresenceBefore {
  readonly #condition: Matcher | OwnCode;
  readonly #source: WaitSource;
  readonly #after: BoundarySource;
  readonly #change: (sequence: number) => Boundary;
  #wasPresent: boolean | undefined;

  /** `change` tells how much had been written by then. */
  constructor(
    condition: Matcher | OwnCode,
    { source, after, change }: { source: WaitSource; after: BoundarySource; change: (sequence: number) => Boundary },
  ) {
    this.#condition = condition;
    this.#source = source;
    this.#after = after;
    this.#change = change;
  }

  /** Looks as soon as the moment is known: what stood there may be overwritten soon. */
  look(): void {
    const boundary = this.#after();
    if (boundary !== undefined) this.#wasPresent ??= this.#holds({ upTo: boundary });
  }

  /** `isFirstLook`: it held when the wait began, so that it may have been there for longer. */
  told(sequence: number, isFirstLook: boolean): Presence {
    const boundary = this.#after();
    const firstSeenSequence = isFirstLook && boundary !== undefined ? this.#firstSeen(boundary, sequence) : sequence;
    return { firstSeenSequence, wasPresentBefore: this.#wasPresent ?? false };
  }

  hints(): string[] {
    if (this.#after() === undefined) return ["the echo of the line that was submitted has not ended"];
    return this.#wasPresent === true ? ["it was there before; only what came after counts"] : [];
  }

  /** The first change after which, of what is still there, enough had been written. */
  #firstSeen(after: Boundary, sequence: number): number {
    let [low, high] = [after.sequence + 1, sequence];
    const began = performance.now();
    while (low < high && performance.now() - began < LONGEST_SEARCH_MS) {
      const middle = (low + high) >> 1;
      if (this.#holds({ after: () => after, upTo: this.#change(middle) })) high = middle;
      else low = middle + 1;
    }
    return Math.min(high, sequence);
  }

  #holds(bounds: Parameters<WaitSource["within"]>[0]): boolean {
    const seen = this.#source.within(bounds);
    const view: MatchView = {
      screenText: seen.screenText,
      get screen() {
        return seen.screen;
      },
      title: seen.title,
      exitStatus: undefined,
      transcriptTail: seen.transcriptTail,
      cursorRow: seen.cursorRow,
      cursorCol: seen.cursorCol,
      cursorVisible: seen.cursorVisible,
      bellCount: seen.bellCount,
      exited: false,
      sequence: seen.sequence,
      stableMs: 0,
    };
    const snapshot = (): never => {
      throw new Error("a function looks at the whole screen, and never at what came after a moment");
    };
    return compileCondition(this.#condition, { bellsBefore: 0, snapshot }).evaluateWithoutAsking(view) !== undefined;
  }
}

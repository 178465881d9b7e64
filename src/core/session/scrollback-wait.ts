import type { FoundText } from "../../protocol/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { LineSearch } from "../matcher/index.js";
import type { Scrollback, ScrollbackReached } from "../screen/index.js";
import { Deadline } from "../../base/index.js";
import type { ScrollbackReading } from "./find-in-scrollback.js";
import { findInScrollback, isNothingIn } from "./find-in-scrollback.js";
import type { Watcher } from "./pending-waits.js";
import type { SessionMoment } from "./session-moment.js";

/** One moment of a session. */
export interface SeenAbove extends Pick<SessionMoment, "snapshot" | "tail"> {
  readonly scrollback: Scrollback;
}

export interface ScrollbackWaitHandlers {
  /** How rows are searched and told; as they are if left out. */
  readonly reading?: ScrollbackReading | undefined;
  look(): SeenAbove;
  exitStatus(): ExitStatus | undefined;
  /** Which of all places is meant, if it is there; what it throws ends the wait. */
  choose(matches: readonly FoundText[]): FoundText | undefined;
  found(place: FoundText, seen: SeenAbove): void;
  timedOut(): void;
  ended(status: ExitStatus): void;
  failed(error: Error): void;
}

/** A wait for something on the screen or above it. Rows that come are searched once, while the output waits; all rows only if there is something in those. */
export class ScrollbackWait implements Watcher {
  readonly readsRows = true;
  readonly #search: LineSearch;
  readonly #handlers: ScrollbackWaitHandlers;
  #reached: ScrollbackReached | undefined;
  #timeout: Deadline | undefined;
  #searching: Promise<void> | undefined;
  #isStale = false;
  #isSingle = false;
  #isSettled = false;

  constructor(search: LineSearch, handlers: ScrollbackWaitHandlers) {
    this.#search = search;
    this.#handlers = handlers;
  }

  /** `timeoutMs` 0 looks once. */
  start(timeoutMs: number): void {
    this.#isSingle = timeoutMs === 0;
    if (!this.#isSingle) this.#timeout = new Deadline(timeoutMs, () => this.#end(() => this.#handlers.timedOut()));
    this.changed();
  }

  changed(): void {
    if (this.#isSettled) return;
    if (this.#searching !== undefined) this.#isStale = true;
    else if (!this.#isNothingNew()) this.#searching = this.#look();
  }

  /** What can be told at once does not stop the output. */
  #isNothingNew(): boolean {
    if (this.#handlers.reading?.isCovered === true) return false;
    if (this.#reached === undefined || this.#handlers.exitStatus() !== undefined) return false;
    const { scrollback } = this.#handlers.look();
    if (!isNothingIn(scrollback, this.#search, this.#reached)) return false;
    this.#reached = scrollback.reached(this.#reached);
    return true;
  }

  lookAgain(): void {
    this.changed();
  }

  get searching(): Promise<void> | undefined {
    return this.#searching;
  }

  cancel(): void {
    this.#isSettled = true;
    this.#timeout?.cancel();
  }

  async #look(): Promise<void> {
    try {
      do {
        this.#isStale = false;
        const seen = this.#handlers.look();
        const place = await this.#find(seen);
        if (this.#isSettled) return;
        if (place !== undefined) return this.#end(() => this.#handlers.found(place, seen));
      } while (this.#isStale);
      const status = this.#handlers.exitStatus();
      if (status !== undefined) this.#end(() => this.#handlers.ended(status));
      else if (this.#isSingle) this.#end(() => this.#handlers.timedOut());
    } catch (error) {
      if (!this.#isSettled) this.#end(() => this.#handlers.failed(error as Error));
    } finally {
      this.#searching = undefined;
    }
  }

  async #find({ scrollback }: SeenAbove): Promise<FoundText | undefined> {
    const after = this.#reached;
    this.#reached = scrollback.reached(after);
    const { reading } = this.#handlers;
    const { matches: come } = await findInScrollback(scrollback, this.#search, reading, after);
    if (come.length === 0) return undefined;
    const all = after === undefined ? come : (await findInScrollback(scrollback, this.#search, reading)).matches;
    return this.#isSettled ? undefined : this.#handlers.choose(all);
  }

  #end(finish: () => void): void {
    this.cancel();
    finish();
  }
}

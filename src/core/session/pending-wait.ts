import { Deadline, timerMs } from "../../base/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { CompiledMatcher, MatchOutcome, MatchView } from "../matcher/index.js";

/** What a wait can read of its session; lazy, so that a matcher pays only for what it reads. */
export interface WaitSource {
  readonly screenText: string;
  readonly transcriptTail: string;
  readonly cursorRow: number;
  readonly cursorCol: number;
  readonly exitStatus: ExitStatus | undefined;
  readonly sequence: number;
}

export interface WaitHandlers {
  matched(outcome: MatchOutcome): void;
  timedOut(view: MatchView): void;
  /** The matcher needs an asynchronous answer: an AsyncWait takes over. A `timeoutMs` of 0 stays one evaluation. */
  mustAsk(stillSince: number, timeoutMs: number): void;
  /** The process has ended, and the matcher can no longer match. */
  hopeless(view: MatchView, exitStatus: ExitStatus): void;
}

/**
 * One wait in flight. It is evaluated when something changes, and sets at most two timers: for its time-out, and for the moment at
 * which the screen will have been stable long enough. It never polls.
 */
export class PendingWait implements MatchView {
  readonly #matcher: CompiledMatcher;
  readonly #source: WaitSource;
  readonly #handlers: WaitHandlers;
  #stillSince = performance.now();
  readonly #startedAt = this.#stillSince;
  #lookedAt = this.#stillSince;
  #timeout: Deadline | undefined;
  #stable: NodeJS.Timeout | undefined;
  #timeoutMs = 0;
  #isSettled = false;

  constructor(matcher: CompiledMatcher, source: WaitSource, handlers: WaitHandlers) {
    this.#matcher = matcher;
    this.#source = source;
    this.#handlers = handlers;
  }

  get screenText(): string {
    return this.#source.screenText;
  }
  get transcriptTail(): string {
    return this.#source.transcriptTail;
  }
  get cursorRow(): number {
    return this.#source.cursorRow;
  }
  get cursorCol(): number {
    return this.#source.cursorCol;
  }
  get exited(): boolean {
    return this.#source.exitStatus !== undefined;
  }
  get sequence(): number {
    return this.#source.sequence;
  }
  /** Fixed during one evaluation, so that a matcher sees one value. */
  get stableMs(): number {
    return this.#lookedAt - this.#stillSince;
  }

  /** The first evaluation; with a `timeoutMs` of 0 the only one. */
  start(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    this.#evaluate();
    if (this.#isSettled) return;
    if (timeoutMs === 0) this.#timeOut();
    else this.#timeout = new Deadline(timeoutMs, () => this.#timeOut());
  }

  /** The screen or the transcript changed. */
  changed(): void {
    this.#stillSince = performance.now();
    this.#evaluate();
  }

  /** The process ended, and all its output was evaluated. */
  exitedNow(): void {
    this.#evaluate();
  }

  /** Ends the wait without calling a handler. */
  cancel(): void {
    this.#isSettled = true;
    this.#timeout?.cancel();
    clearTimeout(this.#stable);
  }

  #evaluate(): void {
    clearTimeout(this.#stable);
    this.#lookedAt = performance.now();
    const outcome = this.#matcher.glance(this);
    if (outcome === "must_ask") {
      this.cancel();
      this.#handlers.mustAsk(this.#stillSince, this.#leftMs());
      return;
    }
    if (outcome !== undefined) {
      this.cancel();
      this.#handlers.matched(outcome);
      return;
    }
    const inMs = this.#matcher.nextStableMs(this);
    if (inMs !== undefined) {
      this.#stable = setTimeout(() => this.#evaluate(), timerMs(inMs));
    } else if (this.#source.exitStatus !== undefined) {
      this.cancel();
      this.#handlers.hopeless(this, this.#source.exitStatus);
    }
  }

  #leftMs(): number {
    return this.#timeoutMs === 0 ? 0 : Math.max(1, this.#timeoutMs - (this.#lookedAt - this.#startedAt));
  }

  #timeOut(): void {
    this.cancel();
    this.#lookedAt = performance.now();
    this.#handlers.timedOut(this);
  }
}

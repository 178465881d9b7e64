import { Deadline, timerMs } from "../../base/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { CompiledMatcher, MatchOutcome, SessionFacts } from "../matcher/index.js";
import type { SessionMoment } from "./session-moment.js";

/** What a wait needs to see of its session; lazy, so that a matcher pays only for what it looks at. */
export interface WaitSource extends SessionFacts {
  readonly exitStatus: ExitStatus | undefined;
  /** Now, to be kept. */
  moment(stableMs: number): SessionMoment;
}

export interface WaitHandlers {
  matched(outcome: MatchOutcome): void;
  timedOut(moment: SessionMoment): void;
  /** Somebody has to be asked, who answers later: another wait goes on from here. A `timeoutMs` of 0 stays one look. */
  mustAsk(stillSince: number, timeoutMs: number): void;
  /** The process is gone and the matcher cannot match any more. */
  hopeless(moment: SessionMoment, exitStatus: ExitStatus): void;
}

/**
 * One wait in flight. It is evaluated when something changes, and sets at most two timers: for its time-out, and for the moment at
 * which the screen will have been stable long enough. It never polls.
 */
export class PendingWait {
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

  /** The first look; `timeoutMs` 0 makes it the only one. */
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
    const outcome = this.#matcher.glance(this.#source, this.#stableMs);
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
    const inMs = this.#matcher.nextStableMs(this.#source, this.#stableMs);
    if (inMs !== undefined) {
      this.#stable = setTimeout(() => this.#evaluate(), timerMs(inMs));
    } else if (this.#source.exitStatus !== undefined) {
      this.cancel();
      this.#handlers.hopeless(this.#source.moment(this.#stableMs), this.#source.exitStatus);
    }
  }

  /** As of the current look: a matcher asked twice about one moment must not be told two times. */
  get #stableMs(): number {
    return this.#lookedAt - this.#stillSince;
  }

  #leftMs(): number {
    return this.#timeoutMs === 0 ? 0 : Math.max(1, this.#timeoutMs - (this.#lookedAt - this.#startedAt));
  }

  #timeOut(): void {
    this.cancel();
    this.#lookedAt = performance.now();
    this.#handlers.timedOut(this.#source.moment(this.#stableMs));
  }
}

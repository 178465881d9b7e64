import { Deadline, timerMs } from "../../base/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { CompiledMatcher, MatchOutcome } from "../matcher/index.js";
import type { SessionMoment } from "./session-moment.js";
import type { WaitSource } from "./wait-source.js";

export interface WaitHandlers {
  matched(outcome: MatchOutcome): void;
  timedOut(moment: SessionMoment): void;
  /** Somebody has to be asked, who answers later: another wait goes on from here. A `timeoutMs` of 0 stays one look. */
  mustAsk(stillSince: number, timeoutMs: number): void;
  /** The caller's own code threw. */
  failed(error: Error): void;
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

  /** It looks at once, whatever it looks at. */
  readonly searching = undefined;

  /** Something other than the screen is different, such as that the process has ended. */
  lookAgain(): void {
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
    let outcome: ReturnType<CompiledMatcher["glance"]>;
    try {
      outcome = this.#matcher.glance(this.#source, this.#stableMs);
    } catch (error) {
      this.cancel();
      this.#handlers.failed(error as Error);
      return;
    }
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

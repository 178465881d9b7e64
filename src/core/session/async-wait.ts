import { Deadline, timerMs } from "../../base/index.js";
import type { CompiledMatcher, MatchOutcome } from "../matcher/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { SessionMoment } from "./session-moment.js";
import type { SessionView } from "./session-view.js";

export interface AsyncWaitHandlers {
  matched(outcome: MatchOutcome, moment: SessionMoment): void;
  timedOut(moment: SessionMoment): void;
  hopeless(moment: SessionMoment, exitStatus: ExitStatus): void;
}

/**
 * A wait whose matcher is evaluated elsewhere: by plugins, or by another thread for a large text. The answer comes later, and is about
 * the moment of the call. Changes meanwhile are evaluated after it, the newest only, so that a slow plugin is not called for every batch
 * of a flood. Parts of the matcher that need no call are still evaluated at once.
 */
export class AsyncWait {
  readonly #matcher: CompiledMatcher;
  readonly #view: SessionView;
  readonly #handlers: AsyncWaitHandlers;
  #stillSince: number;
  readonly #ended = new AbortController();
  #timeout: Deadline | undefined;
  #stable: NodeJS.Timeout | undefined;
  #isAsking = false;
  #isStale = false;
  #isSingle = false;
  #isSettled = false;

  constructor(
    matcher: CompiledMatcher,
    view: SessionView,
    handlers: AsyncWaitHandlers,
    stillSince = performance.now(),
  ) {
    this.#stillSince = stillSince;
    this.#matcher = matcher;
    this.#view = view;
    this.#handlers = handlers;
  }

  /** `timeoutMs` 0 evaluates once, however long that takes: plugins have a time limit of their own, and searches end. */
  start(timeoutMs: number): void {
    this.#isSingle = timeoutMs === 0;
    if (!this.#isSingle) this.#timeout = new Deadline(timeoutMs, () => this.#timeOut(this.#now()));
    void this.#look();
  }

  changed(): void {
    this.#stillSince = performance.now();
    void this.#look();
  }

  exitedNow(): void {
    void this.#look();
  }

  cancel(): void {
    this.#isSettled = true;
    this.#ended.abort();
    this.#timeout?.cancel();
    clearTimeout(this.#stable);
  }

  #now(): SessionMoment {
    return this.#view.moment(performance.now() - this.#stillSince);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#stable);
    if (this.#isSettled) return;
    const moment = this.#now();
    if (this.#isAsking) {
      this.#isStale = true;
      const outcome = this.#matcher.evaluateWithoutAsking(moment);
      if (outcome !== undefined) this.#match(outcome, moment);
      return;
    }
    this.#isAsking = true;
    const outcome = await this.#matcher.evaluateByAsking(moment, this.#ended.signal);
    this.#isAsking = false;
    if (this.#isSettled) return;
    const isStale = this.#isStale;
    this.#isStale = false;
    if (outcome !== undefined) this.#match(outcome, moment);
    else if (this.#isSingle) this.#timeOut(moment);
    else if (isStale) void this.#look();
    else this.#rest(moment);
  }

  #match(outcome: MatchOutcome, moment: SessionMoment): void {
    this.cancel();
    this.#handlers.matched(outcome, moment);
  }

  /** Nothing changed meanwhile: sets a timer for what time alone may change, or gives up. */
  #rest(moment: SessionMoment): void {
    const inMs = this.#matcher.nextStableMs(moment, moment.stableMs);
    if (inMs !== undefined) this.#stable = setTimeout(() => void this.#look(), timerMs(inMs));
    else if (moment.exitStatus !== undefined) {
      this.cancel();
      this.#handlers.hopeless(moment, moment.exitStatus);
    }
  }

  #timeOut(moment: SessionMoment): void {
    this.cancel();
    this.#handlers.timedOut(moment);
  }
}

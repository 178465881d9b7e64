import { Deadline, timerMs } from "../../base/index.js";
import type { CompiledMatcher, MatchOutcome } from "../matcher/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { SessionMoment } from "./session-moment.js";
import type { WaitSource } from "./wait-source.js";

export interface AsyncWaitHandlers {
  matched(outcome: MatchOutcome, moment: SessionMoment): void;
  timedOut(moment: SessionMoment): void;
  hopeless(moment: SessionMoment, exitStatus: ExitStatus): void;
}

/**
 * A wait whose matcher is evaluated elsewhere: by plugins, or by another thread for a search that may take long. The answer comes later,
 * and is about the moment of the call. Changes meanwhile are evaluated after it, the newest only, so that a slow plugin is not called for
 * every batch of a flood; the output waits for a search. Parts of the matcher that need no call are still evaluated at once.
 */
export class AsyncWait {
  readonly #matcher: CompiledMatcher;
  readonly #source: WaitSource;
  readonly #handlers: AsyncWaitHandlers;
  #stillSince: number;
  readonly #ended = new AbortController();
  #timeout: Deadline | undefined;
  #stable: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;
  #isStale = false;
  #isSingle = false;
  #isSettled = false;

  constructor(
    matcher: CompiledMatcher,
    source: WaitSource,
    handlers: AsyncWaitHandlers,
    stillSince = performance.now(),
  ) {
    this.#stillSince = stillSince;
    this.#matcher = matcher;
    this.#source = source;
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

  /** Resolves when a search is over that must see every batch; undefined if there is none. A plugin sees the newest only. */
  get searching(): Promise<void> | undefined {
    return this.#matcher.usesLua ? undefined : this.#asking;
  }

  lookAgain(): void {
    void this.#look();
  }

  cancel(): void {
    this.#isSettled = true;
    this.#ended.abort();
    this.#timeout?.cancel();
    clearTimeout(this.#stable);
  }

  #now(): SessionMoment {
    return this.#source.moment(performance.now() - this.#stillSince);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#stable);
    if (this.#isSettled) return;
    const moment = this.#now();
    if (this.#asking !== undefined) {
      this.#isStale = true;
      const outcome = this.#matcher.evaluateWithoutAsking(moment);
      if (outcome !== undefined) this.#match(outcome, moment);
      return;
    }
    const asking = this.#matcher.evaluateByAsking(moment, this.#ended.signal);
    this.#asking = asking.then(() => undefined);
    const outcome = await asking;
    this.#asking = undefined;
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

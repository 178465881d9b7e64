import { Deadline, MAX_PREDICATE_HOLD_MS, timerMs } from "../../base/index.js";
import type { CompiledMatcher, MatchOutcome } from "../matcher/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { SessionMoment } from "./session-moment.js";
import type { WaitSource } from "./wait-source.js";

export interface AsyncWaitHandlers {
  matched(outcome: MatchOutcome, moment: SessionMoment): void;
  timedOut(moment: SessionMoment): void;
  hopeless(moment: SessionMoment, exitStatus: ExitStatus): void;
}

/** When the wait was last shown a change, and how much output may come before plugins are asked about it. */
export interface AsyncWaitSetup {
  readonly stillSince?: number;
  readonly maxUnaskedChars: number;
}

/**
 * A wait whose matcher is evaluated elsewhere: by plugins, or by another thread for a search that may take long. The answer comes later,
 * and is about the moment of the call. Changes meanwhile are evaluated after it, the newest only, so that a slow plugin is not called for
 * every batch of a flood. The output waits for a search, and for a plugin that would otherwise miss some of it: no longer than a second
 * for each answer. Parts of the matcher that need no call are still evaluated at once.
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
  readonly #maxUnaskedChars: number;
  #askedCursor = 0;
  #unaskedChars = 0;
  /** The output waits for the answer until this is called. */
  #hold: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  #isTooSlow = false;

  constructor(
    matcher: CompiledMatcher,
    source: WaitSource,
    handlers: AsyncWaitHandlers,
    { stillSince = performance.now(), maxUnaskedChars }: AsyncWaitSetup,
  ) {
    this.#stillSince = stillSince;
    this.#maxUnaskedChars = maxUnaskedChars;
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

  /** Resolves when somebody has answered who would miss some of the output if more came; undefined if there is nobody. */
  get searching(): Promise<void> | undefined {
    if (this.#asking === undefined || !this.#matcher.usesLua) return this.#asking;
    if (this.#isTooSlow || this.#unaskedChars <= this.#maxUnaskedChars) return undefined;
    return (this.#hold ??= this.#beginHold()).over;
  }

  #beginHold(): { readonly over: Promise<void>; readonly end: () => void } {
    let release = (): void => undefined;
    const over = new Promise<void>((resolve) => (release = resolve));
    const limit = setTimeout(() => {
      this.#isTooSlow = true;
      this.#endHold();
    }, MAX_PREDICATE_HOLD_MS);
    const end = (): void => {
      clearTimeout(limit);
      release();
    };
    return { over, end };
  }

  #endHold(): void {
    this.#hold?.end();
    this.#hold = undefined;
  }

  lookAgain(): void {
    void this.#look();
  }

  cancel(): void {
    this.#isSettled = true;
    this.#ended.abort();
    this.#timeout?.cancel();
    clearTimeout(this.#stable);
    this.#endHold();
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
      this.#unaskedChars = moment.transcriptCursor - this.#askedCursor;
      const outcome = this.#matcher.evaluateWithoutAsking(moment);
      if (outcome !== undefined) this.#match(outcome, moment);
      return;
    }
    this.#askedCursor = moment.transcriptCursor;
    this.#unaskedChars = 0;
    const asking = this.#matcher.evaluateByAsking(moment, this.#ended.signal);
    this.#asking = asking.then(() => undefined);
    const outcome = await asking;
    this.#asking = undefined;
    this.#isTooSlow = false;
    this.#endHold();
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

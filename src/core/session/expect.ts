import type { ExitStatus, ExpectOptions, ExpectPattern, ExpectResult, WaitEvidence } from "../../api/index.js";
import { ProgramEndedError, WaitTimeoutError, exitFields } from "../../api/index.js";
import {
  Deadline,
  Mutex,
  WaitCancelledError,
  checkMilliseconds,
  checkOptionNames,
  checkSignal,
  onAbort,
} from "../../base/index.js";
import { ExpectBuffer } from "./expect-buffer.js";
import { keepTaken } from "./expect-context.js";
import { explainExpect, keepMiss } from "./expect-miss.js";
import type { Found } from "./expect-pattern.js";
import { ExpectPatterns } from "./expect-pattern.js";
import type { PendingWaits, Watcher } from "./pending-waits.js";
import type { SessionView } from "./session-view.js";
import type { SinceBoundaries } from "./since-boundary.js";

const ECHO_NOT_ENDED = "the echo of the line that was submitted has not ended";

/** All that is expected of one session's program, one after the other. */
export class Expecting {
  readonly #view: SessionView;
  readonly #timeoutMs: number;
  readonly #waits: PendingWaits;
  readonly #buffer: ExpectBuffer;
  readonly #line = new Mutex();

  constructor(
    view: SessionView,
    parts: { readonly boundaries: SinceBoundaries; readonly timeoutMs: number; readonly waits: PendingWaits },
  ) {
    const { boundaries, timeoutMs, waits } = parts;
    this.#view = view;
    this.#timeoutMs = timeoutMs;
    this.#waits = waits;
    this.#buffer = new ExpectBuffer(view, boundaries);
  }

  async expect(patterns: ExpectPattern | readonly ExpectPattern[], options: ExpectOptions): Promise<ExpectResult> {
    checkOptionNames("expect options", options, ["timeoutMs", "signal"]);
    const timeoutMs = checkMilliseconds("timeoutMs", options.timeoutMs ?? this.#timeoutMs);
    checkSignal(options.signal);
    const compiled = new ExpectPatterns(patterns);
    this.#buffer.requireTranscript();
    // The caller's stack: a failure is created in the event loop, where the stack says nothing.
    const calledFrom = new Error();
    return this.#line.run(() => this.#run(compiled, timeoutMs, options.signal, calledFrom), options.signal);
  }

  async #run(
    patterns: ExpectPatterns,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    calledFrom: Error,
  ): Promise<ExpectResult> {
    this.#waits.requireOpen();
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        stopWatching();
        stopListening();
        finish();
      };
      const fail = (error: Error): void => {
        error.stack = `${error.name}: ${error.message}\n${calledFrom.stack?.split("\n").slice(1).join("\n") ?? ""}`;
        settle(() => reject(error));
      };
      const failWith = (errorOf: (evidence: WaitEvidence) => Error): void => {
        const miss = this.#buffer.isHeld ? undefined : { patterns, ...this.#buffer.left };
        const hints = miss === undefined ? [ECHO_NOT_ENDED] : explainExpect(miss);
        const awaited = `${patterns.described} in what the program says`;
        const error = errorOf(this.#waits.evidenceOf(awaited, startedAt, hints));
        if (miss !== undefined) keepMiss(error, miss);
        fail(error);
      };
      const pending = new PendingExpect(patterns, this.#buffer, this.#waits, {
        found: (result) => settle(() => resolve(result)),
        timedOut: () => failWith((evidence) => new WaitTimeoutError(evidence)),
        ended: (status) => failWith((evidence) => new ProgramEndedError({ ...evidence, ...exitFields(status) })),
        exitStatus: () => this.#view.exitStatus,
      });
      const stopWatching = this.#waits.watch(pending, fail);
      const stopListening = onAbort(signal, () => {
        pending.cancel();
        fail(new WaitCancelledError(`the wait for ${patterns.described} was cancelled`, { cause: signal?.reason }));
      });
      pending.start(timeoutMs);
    });
  }
}

interface ExpectHandlers {
  found(result: ExpectResult): void;
  timedOut(): void;
  /** The process is gone, and what is expected is not in what it said. */
  ended(status: ExitStatus): void;
  exitStatus(): ExitStatus | undefined;
}

/** One `expect` in flight: each piece of output is looked at once, together with the end of what came before it. */
class PendingExpect implements Watcher {
  readonly #patterns: ExpectPatterns;
  readonly #buffer: ExpectBuffer;
  readonly #waits: Pick<PendingWaits, "hiddenUntil">;
  readonly #handlers: ExpectHandlers;
  readonly #ended = new AbortController();
  #timeout: Deadline | undefined;
  #searching: Promise<void> | undefined;
  #isSingle = false;

  constructor(
    patterns: ExpectPatterns,
    buffer: ExpectBuffer,
    waits: Pick<PendingWaits, "hiddenUntil">,
    handlers: ExpectHandlers,
  ) {
    this.#patterns = patterns;
    this.#buffer = buffer;
    this.#waits = waits;
    this.#handlers = handlers;
  }

  start(timeoutMs: number): void {
    this.#isSingle = timeoutMs === 0;
    this.#buffer.rewind();
    this.#look();
    if (!this.#ended.signal.aborted && !this.#isSingle) this.#timeout = new Deadline(timeoutMs, () => this.#timeOut());
  }

  changed(): void {
    this.#look();
  }

  lookAgain(): void {
    this.#look();
  }

  get searching(): Promise<void> | undefined {
    return this.#searching;
  }

  cancel(): void {
    this.#ended.abort();
    this.#timeout?.cancel();
  }

  #look(): void {
    if (this.#ended.signal.aborted || this.#searching !== undefined) return;
    if (this.#buffer.sync())
      do {
        const { text, from } = this.#buffer.window;
        if (this.#patterns.mayTakeLong(text)) {
          this.#searching = this.#lookElsewhere(text, from);
          return;
        }
        const found = this.#find(text, from);
        if (found !== undefined) return this.#match(found);
      } while (this.#buffer.readMore());
    this.#rest();
  }

  #find(text: string, from: number): Found | undefined {
    let found = this.#patterns.find(text, from);
    for (let until = this.#hiddenUntil(text, found); until !== undefined; until = this.#hiddenUntil(text, found))
      found = this.#patterns.find(text, until);
    return found;
  }

  async #lookElsewhere(text: string, from: number): Promise<void> {
    const { signal } = this.#ended;
    let found = await this.#patterns.findElsewhere(text, from, signal).catch(() => undefined);
    for (let until = this.#hiddenUntil(text, found); until !== undefined; until = this.#hiddenUntil(text, found))
      found = await this.#patterns.findElsewhere(text, until, signal).catch(() => undefined);
    this.#searching = undefined;
    if (signal.aborted) return;
    if (found !== undefined) this.#match(found);
    else if (this.#buffer.readMore()) this.#look();
    else this.#rest();
  }

  #hiddenUntil(text: string, found: Found | undefined): number | undefined {
    return found && this.#waits.hiddenUntil(text, found.start, found.end);
  }

  #match(found: Found): void {
    this.cancel();
    this.#tell(found.index, () => this.#buffer.take(found));
  }

  #tell(index: number, read: () => Omit<ExpectResult, "index">): void {
    const { taken } = this.#buffer;
    this.#handlers.found(keepTaken({ index, ...read() }, taken));
  }

  /** All that there is was looked at. */
  #rest(): void {
    const status = this.#handlers.exitStatus();
    if (status === undefined) {
      if (this.#isSingle) this.#timeOut();
      return;
    }
    this.cancel();
    if (this.#patterns.eof < 0) this.#handlers.ended(status);
    else this.#tell(this.#patterns.eof, () => this.#buffer.takeAll());
  }

  #timeOut(): void {
    this.cancel();
    if (this.#patterns.timeout < 0) this.#handlers.timedOut();
    else this.#tell(this.#patterns.timeout, () => this.#buffer.peek());
  }
}

import type { ExitStatus, MatchResult, WaitEvidence } from "../../api/index.js";
import { ProgramEndedError, WaitTimeoutError, exitFields } from "../../api/index.js";
import {
  InvalidArgumentError,
  SessionClosedError,
  TRANSCRIPT_TAIL_CHARS,
  WaitCancelledError,
  checkMilliseconds,
  checkOptionNames,
  checkSignal,
  onAbort,
} from "../../base/index.js";
import type { CompiledMatcher, MatchOutcome, Matcher, OwnCode, PluginRegistry } from "../matcher/index.js";
import { compileCondition, compileMatcher } from "../matcher/index.js";
import type { ScreenSnapshot } from "../screen/index.js";
import { AnyFrameView } from "./any-frame-view.js";
import { AsyncWait } from "./async-wait.js";
import type { Pause } from "./output-feed.js";
import type { WaitSource } from "./wait-source.js";
import { PendingWait } from "./pending-wait.js";
import type { WaitOptionsWithin } from "./session-options.js";
import { WITHOUT_STACK } from "./session-options.js";
import { checkFrame, type SessionView } from "./session-view.js";
import type { Boundary } from "./change-history.js";
import type { SinceBoundaries } from "./since-boundary.js";
import type { Presence } from "./since-presence.js";
import { PresenceBefore } from "./since-presence.js";
import type { SessionMoment } from "./session-moment.js";

type Seen = Pick<SessionMoment, "snapshot" | "tail">;

/** What the waits of one session may take of a tick of the event loop. */
const SLICE_MS = 8;

/** A batch is no smaller than this where few rows are kept, or none. */
const MIN_ROWS_BYTES = 256;

/** Whoever has to see every batch. */
export interface Watcher {
  changed(): void;
  /** Something other than the screen is different. */
  lookAgain(): void;
  /** Nothing may change until this is over. */
  readonly searching: Promise<void> | undefined;
  /** It must see every row before that is forgotten. */
  readonly readsRows?: boolean;
  /** Ends it without a word. */
  cancel(): void;
}

interface Waiter {
  wait: Watcher;
  /** Of one that counts from a moment: looks at what was there before, as soon as that is known. */
  readonly before: PresenceBefore | undefined;
  readonly fail: (error: Error) => void;
}

/** What waits of a session have in common. */
export interface WaitSetup {
  readonly boundaries: SinceBoundaries;
  /** For waits that are told nothing. */
  readonly timeoutMs: number;
  /** What is known of the program itself, when a wait on it fails. */
  readonly about: () => ProgramFacts;
}

export type ProgramFacts = Pick<
  WaitEvidence,
  "unreadInputBytes" | "foreground" | "openQuestions" | "lastInputs" | "lease"
>;

/** All waits of one session: evaluated on every batch, failed when the session is closed. */
export class PendingWaits {
  readonly #view: SessionView;
  readonly #timeoutMs: number;
  readonly #about: () => ProgramFacts;
  readonly #waiters = new Set<Waiter>();
  /** Those that look at the output. */
  #readerCount = 0;
  /** Those of them that must see every row. */
  #rowReaderCount = 0;
  /** The session was closed. */
  isClosed = false;
  /** What waits see. */
  #source: WaitSource;
  readonly #boundaries: SinceBoundaries;

  constructor(view: SessionView, { boundaries, timeoutMs, about }: WaitSetup) {
    this.#view = view;
    this.#timeoutMs = timeoutMs;
    this.#source = view;
    this.#boundaries = boundaries;
    this.#about = about;
  }

  /** Waits that begin from now on see this instead of the session itself. */
  seeOnly(source: WaitSource): void {
    this.#source = source;
  }

  waitFor(condition: Matcher | OwnCode, options: WaitOptionsWithin, registry?: PluginRegistry): Promise<MatchResult> {
    checkOptionNames("wait options", options, ["timeoutMs", "since", "frame", "signal"]);
    const timeoutMs = checkMilliseconds("timeoutMs", options.timeoutMs ?? this.#timeoutMs);
    const { signal, since } = options;
    const after = since === undefined ? undefined : this.#boundaries.of(since);
    if (typeof condition === "function" && since !== undefined)
      throw new InvalidArgumentError("since", "since must be left out where a function looks at the whole screen");
    const isInside = checkFrame(options.frame) === "any";
    const { terminal } = this.#view;
    const seenNow = (): ScreenSnapshot => terminal.snapshot(this.#view.sequence, options.frame);
    const compiled = compileCondition(condition, { registry, bellsBefore: after && 0, snapshot: seenNow });
    const all = isInside ? new AnyFrameView(this.#source, terminal) : this.#source;
    const source = after === undefined ? all : all.within({ after });
    const change = (sequence: number): Boundary => this.#view.history.at(sequence);
    const before = after && new PresenceBefore(condition, { source: all, after, change });
    checkSignal(signal);
    if (signal?.aborted === true) return Promise.reject(cancelled(compiled, signal));
    const startedAt = performance.now();
    // The caller's stack: a failure is created in the event loop, where the stack says nothing.
    const calledFrom: { stack?: string } = {};
    if (options[WITHOUT_STACK] !== true) Error.captureStackTrace(calledFrom);
    let isFirstLook = true;
    const asksPlugins = compiled.usesLua && registry !== undefined;
    const readsOutput = compiled.usesTranscript || asksPlugins;
    // As much again, and the batch that comes on top of it, are in the tail that they are shown.
    const maxUnaskedChars = Math.floor(this.#view.seenChars / 2);
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        if (this.#waiters.delete(waiter) && readsOutput) this.#readerCount--;
        stopListening();
        finish();
      };
      const fail = (error: Error): void => {
        error.stack = `${error.name}: ${error.message}\n${framesOf(calledFrom)}`;
        settle(() => reject(error));
      };
      const evidence = (moment: SessionMoment): WaitEvidence =>
        this.#evidence(compiled, moment, startedAt, registry !== undefined, before, seenNow());
      const handlers = {
        matched: (outcome: MatchOutcome, seen: Seen = { snapshot: seenNow(), tail: this.#view.tail }) =>
          settle(() => {
            const told = before?.told(seen.snapshot.sequence, isFirstLook);
            resolve(resultOf(outcome, seen, startedAt, this.#view.exitStatus, told));
          }),
        timedOut: (moment: SessionMoment) => fail(new WaitTimeoutError(evidence(moment))),
        hopeless: (moment: SessionMoment, exitStatus: ExitStatus) =>
          fail(new ProgramEndedError({ ...evidence(moment), ...exitFields(exitStatus) })),
        // What the caller's own code threw, as it threw it.
        failed: (error: Error) => settle(() => reject(error)),
        mustAsk: (stillSince: number, leftMs: number) => {
          const asking = new AsyncWait(compiled, source, handlers, { stillSince, maxUnaskedChars });
          waiter.wait = asking;
          asking.start(leftMs);
        },
      };
      const wait = asksPlugins
        ? new AsyncWait(compiled, source, handlers, { maxUnaskedChars })
        : new PendingWait(compiled, source, handlers);
      const waiter: Waiter = { wait, fail, before };
      this.#waiters.add(waiter);
      if (readsOutput) this.#readerCount++;
      const stopListening = onAbort(signal, () => {
        waiter.wait.cancel();
        fail(cancelled(compiled, signal as AbortSignal));
      });
      before?.look();
      wait.start(timeoutMs);
      isFirstLook = false;
    });
  }

  /** Shows somebody else every batch as well, until the returned function is called. `fail` is called when the session is closed. */
  watch(wait: Watcher, fail: (error: Error) => void): () => void {
    const waiter: Waiter = { wait, fail, before: undefined };
    this.#waiters.add(waiter);
    this.#readerCount++;
    if (wait.readsRows === true) this.#rowReaderCount++;
    return () => {
      if (!this.#waiters.delete(waiter)) return;
      this.#readerCount--;
      if (wait.readsRows === true) this.#rowReaderCount--;
    };
  }

  /** Whether a part of the output may be told to those who wait: undefined if so, else where to look further. */
  hiddenUntil(text: string, start: number, end: number): number | undefined {
    return this.#source.hiddenUntil(text, start, end);
  }

  /** How much of the output may come at once, so that those who must see all of it do. A row has one byte at least. */
  get maxBatchBytes(): number {
    if (this.#readerCount === 0) return Infinity;
    const { seenChars, terminal } = this.#view;
    return this.#rowReaderCount === 0 ? seenChars : Math.min(seenChars, Math.max(MIN_ROWS_BYTES, terminal.rowsKept));
  }

  /** What somebody is told who has found something by himself. */
  resultOf(outcome: MatchOutcome, seen: Seen, startedAt: number): MatchResult {
    return resultOf(outcome, seen, startedAt, this.#view.exitStatus, undefined);
  }

  /** The error of a wait that never began, since its time was up while sending. The matcher was not evaluated, so no reason is given. */
  timedOutWhileSending(matcher: Matcher, elapsedMs: number): WaitTimeoutError {
    const evidence = this.#evidence(compileMatcher(matcher), this.#view.moment(0), performance.now() - elapsedMs, true);
    return new WaitTimeoutError({ ...evidence, hints: [], wasSending: true });
  }

  /**
   * Shows every wait what has changed. "tick" if that ended one, whose caller comes next; a promise if some have to be shown it in the next
   * ticks of the event loop, or search it in another thread: until then nothing may change.
   */
  changed(): Pause {
    const before = this.#waiters.size;
    const unseen = this.#waiters.values();
    const slice = this.#showSome(unseen);
    const searches = slice === "done" ? this.#searches() : [];
    if (slice !== "done" || searches.length > 0) return this.#showRest(unseen, slice);
    return this.#waiters.size < before ? "tick" : undefined;
  }

  #showSome(unseen: Iterator<Waiter>): "done" | "more" {
    const began = performance.now();
    for (let next = unseen.next(); next.done !== true; next = unseen.next()) {
      next.value.before?.look();
      next.value.wait.changed();
      if (performance.now() - began > SLICE_MS) return "more";
    }
    return "done";
  }

  async #showRest(unseen: Iterator<Waiter>, slice: "done" | "more"): Promise<void> {
    while (slice === "more") {
      await new Promise((resolve) => setImmediate(resolve));
      slice = this.#showSome(unseen);
    }
    for (let searches = this.#searches(); searches.length > 0; searches = this.#searches()) await Promise.all(searches);
  }

  #searches(): Promise<void>[] {
    const searches: Promise<void>[] = [];
    for (const { wait } of this.#waiters) if (wait.searching !== undefined) searches.push(wait.searching);
    return searches;
  }

  /** Something other than the screen is different: the process has ended, or an echo has. */
  lookAgain(): void {
    for (const { wait, before } of this.#waiters) {
      before?.look();
      wait.lookAgain();
    }
  }

  close(): void {
    this.isClosed = true;
    for (const { wait, fail } of [...this.#waiters]) {
      wait.cancel();
      fail(closedError());
    }
  }

  /** For one that waited in line when the session was closed. */
  requireOpen(): void {
    if (this.isClosed) throw closedError();
  }

  #evidence(
    compiled: CompiledMatcher,
    moment: SessionMoment,
    startedAt: number,
    hasLua: boolean,
    before?: PresenceBefore,
    snapshot = this.#view.snapshot(),
  ): WaitEvidence {
    const bells = compiled.bellsBy(moment);
    const hints = compiled.explain(moment);
    if (compiled.usesLua && !hasLua) hints.push("no plugin can answer here: call setPluginRegistry before the wait");
    hints.push(...compiled.vanished, ...compiled.pluginFailures, ...(before?.hints() ?? []));
    if (compiled.usesTranscript && this.#view.transcript.charsWritten > TRANSCRIPT_TAIL_CHARS)
      hints.push(`of the output before the wait, only the last ${TRANSCRIPT_TAIL_CHARS} characters were looked at`);
    const { matcher } = compiled;
    return { ...this.evidenceOf(compiled.description, startedAt, hints, snapshot), matcher, bells };
  }

  /** What is known now, for an error. */
  evidenceOf(
    awaited: string,
    startedAt: number,
    hints: readonly string[],
    snapshot = this.#view.snapshot(),
  ): WaitEvidence {
    const { transcriptTail } = this.#view;
    return {
      ...this.#about(),
      awaited,
      elapsedMs: performance.now() - startedAt,
      snapshot,
      transcriptTail,
      hints,
      bells: 0,
      quietMs: this.#view.quietMs,
      ...exitFields(this.#view.exitStatus),
    };
  }
}

const closedError = (): SessionClosedError =>
  new SessionClosedError("the session was closed while this wait was in flight");

function resultOf(
  outcome: MatchOutcome,
  { snapshot, tail }: Seen,
  startedAt: number,
  exitStatus: ExitStatus | undefined,
  presence: Presence | undefined,
): MatchResult {
  return {
    matched: true,
    sequence: snapshot.sequence,
    elapsedMs: performance.now() - startedAt,
    snapshot,
    get transcriptTail() {
      return tail.text;
    },
    outcome,
    ...presence,
    ...exitFields(exitStatus),
  };
}

/** The lines of a stack without its first one, which names the error. */
function framesOf({ stack }: { stack?: string }): string {
  return stack?.slice(stack.indexOf("\n") + 1) ?? "";
}

function cancelled(compiled: CompiledMatcher, signal: AbortSignal): WaitCancelledError {
  return new WaitCancelledError(`the wait for ${compiled.description} was cancelled`, {
    cause: signal.reason,
  });
}

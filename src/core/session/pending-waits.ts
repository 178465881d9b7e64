import type { ExitStatus, MatchResult, WaitEvidence } from "../../api/index.js";
import { ProgramEndedError, WaitTimeoutError, exitFields } from "../../api/index.js";
import {
  DEFAULT_WAIT_TIMEOUT_MS,
  SessionClosedError,
  TRANSCRIPT_TAIL_CHARS,
  WaitCancelledError,
  checkOptionNames,
  checkSignal,
  onAbort,
} from "../../base/index.js";
import type { CompiledMatcher, MatchOutcome, Matcher, PluginRegistry } from "../matcher/index.js";
import { compileMatcher, describeMatcher, explainMiss } from "../matcher/index.js";
import { AsyncWait } from "./async-wait.js";
import { checkMilliseconds } from "./milliseconds.js";
import { PendingWait } from "./pending-wait.js";
import type { WaitOptionsWithin } from "./session-options.js";
import { WITHOUT_STACK } from "./session-options.js";
import type { SessionView } from "./session-view.js";
import type { SessionMoment } from "./session-moment.js";

type Seen = Pick<SessionMoment, "snapshot" | "tail">;

interface Waiter {
  wait: PendingWait | AsyncWait;
  readonly fail: (error: Error) => void;
}

/** All waits of one session: evaluated on every batch, failed when the session is closed. */
export class PendingWaits {
  readonly #view: SessionView;
  readonly #unreadInputBytes: () => number;
  readonly #waiters = new Set<Waiter>();

  constructor(view: SessionView, unreadInputBytes: () => number) {
    this.#view = view;
    this.#unreadInputBytes = unreadInputBytes;
  }

  waitFor(matcher: Matcher, options: WaitOptionsWithin, registry?: PluginRegistry): Promise<MatchResult> {
    checkOptionNames("wait options", options, ["timeoutMs", "signal"]);
    const timeoutMs = checkMilliseconds("timeoutMs", options.timeoutMs ?? DEFAULT_WAIT_TIMEOUT_MS);
    const compiled = compileMatcher(matcher, registry);
    const { signal } = options;
    checkSignal(signal);
    if (signal?.aborted === true) return Promise.reject(cancelled(compiled, signal));
    const startedAt = performance.now();
    // The caller's stack: a failure is created in the event loop, where the stack says nothing.
    const calledFrom: { stack?: string } = {};
    if (options[WITHOUT_STACK] !== true) Error.captureStackTrace(calledFrom);
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        this.#waiters.delete(waiter);
        stopListening();
        finish();
      };
      const fail = (error: Error): void => {
        error.stack = `${error.name}: ${error.message}\n${framesOf(calledFrom)}`;
        settle(() => reject(error));
      };
      const evidence = (moment: SessionMoment): WaitEvidence =>
        this.#evidence(compiled, moment, startedAt, registry !== undefined);
      const handlers = {
        matched: (outcome: MatchOutcome, seen: Seen = { snapshot: this.#view.snapshot(), tail: this.#view.tail }) =>
          settle(() => resolve(resultOf(outcome, seen, startedAt, this.#view.exitStatus))),
        timedOut: (moment: SessionMoment) => fail(new WaitTimeoutError(evidence(moment))),
        hopeless: (moment: SessionMoment, exitStatus: ExitStatus) =>
          fail(new ProgramEndedError({ ...evidence(moment), ...exitFields(exitStatus) })),
        mustAsk: (stillSince: number, leftMs: number) => {
          waiter.wait = new AsyncWait(compiled, this.#view, handlers, stillSince);
          waiter.wait.start(leftMs);
        },
      };
      const Kind = compiled.usesLua && registry !== undefined ? AsyncWait : PendingWait;
      const wait = new Kind(compiled, this.#view, handlers);
      const waiter: Waiter = { wait, fail };
      this.#waiters.add(waiter);
      const stopListening = onAbort(signal, () => {
        waiter.wait.cancel();
        fail(cancelled(compiled, signal as AbortSignal));
      });
      wait.start(timeoutMs);
    });
  }

  /** The error of a wait that never began, since its time was up while sending. The matcher was not evaluated, so no reason is given. */
  timedOutWhileSending(matcher: Matcher, elapsedMs: number): WaitTimeoutError {
    const evidence = this.#evidence(compileMatcher(matcher), this.#view.moment(0), performance.now() - elapsedMs, true);
    return new WaitTimeoutError({ ...evidence, hints: [], wasSending: true });
  }

  /** True if a wait was answered. */
  changed(): boolean {
    const before = this.#waiters.size;
    for (const { wait } of this.#waiters) wait.changed();
    return this.#waiters.size < before;
  }

  exited(): void {
    for (const { wait } of this.#waiters) wait.exitedNow();
  }

  close(): void {
    for (const { wait, fail } of [...this.#waiters]) {
      wait.cancel();
      fail(new SessionClosedError("the session was closed while this wait was in flight"));
    }
  }

  #evidence(compiled: CompiledMatcher, moment: SessionMoment, startedAt: number, hasLua: boolean): WaitEvidence {
    const hints = explainMiss(compiled.matcher, moment);
    if (compiled.usesLua && !hasLua) hints.push("no plugin can answer here: call setPluginRegistry before the wait");
    hints.push(...compiled.pluginFailures);
    if (compiled.usesTranscript && this.#view.transcript.charsWritten > TRANSCRIPT_TAIL_CHARS)
      hints.push(`only the last ${TRANSCRIPT_TAIL_CHARS} characters of output are looked at; transcript() has more`);
    return {
      awaited: describeMatcher(compiled.matcher),
      matcher: compiled.matcher,
      elapsedMs: performance.now() - startedAt,
      snapshot: this.#view.snapshot(),
      transcriptTail: this.#view.transcriptTail,
      hints,
      quietMs: this.#view.quietMs,
      ...exitFields(this.#view.exitStatus),
      unreadInputBytes: this.#unreadInputBytes(),
    };
  }
}

function resultOf(
  outcome: MatchOutcome,
  { snapshot, tail }: Seen,
  startedAt: number,
  exitStatus: ExitStatus | undefined,
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
    ...exitFields(exitStatus),
  };
}

/** The lines of a stack without its first one, which names the error. */
function framesOf({ stack }: { stack?: string }): string {
  return stack?.slice(stack.indexOf("\n") + 1) ?? "";
}

function cancelled(compiled: CompiledMatcher, signal: AbortSignal): WaitCancelledError {
  return new WaitCancelledError(`the wait for ${describeMatcher(compiled.matcher)} was cancelled`, {
    cause: signal.reason,
  });
}

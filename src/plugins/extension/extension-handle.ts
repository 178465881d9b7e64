import type { AdapterMatch, AnyAdapter, IntentOptions, IntentWaitOptions, TurnOptions } from "../../api/index.js";
import { DEFAULT_WAIT_INTENT } from "../../api/index.js";
import {
  DEFAULT_TURN_TIMEOUT_MS,
  InvalidArgumentError,
  Mutex,
  SessionClosedError,
  WaitInLineError,
  checkOptionNames,
  checkSignal,
  orAborted,
  shown,
} from "../../base/index.js";
import type { EndReport, MatchResult, Session } from "../../core/session/index.js";
import { checkMilliseconds } from "../../core/session/index.js";
import type { Plan } from "../turn/index.js";
import { TimeLimit, carryOut, runTurn } from "../turn/index.js";
import type { Look } from "./classifier.js";
import { Classifier, momentOf, together } from "./classifier.js";
import type { Extension, IntentPlan } from "./extension.js";
import type { ExtensionEvent, ExtensionListener } from "./extension-events.js";
import { ExtensionEvents } from "./extension-events.js";
import type { ExtensionState } from "./extension-state.js";
import { Drift } from "./drift.js";
import { LiveClassifier } from "./live-classifier.js";
import { stillSeen } from "./still-seen.js";

/** How long a screen must be still before a turn counts as complete. */
const COMPLETED_TURN_STABLE_MS = 300;

export interface ExtensionWaitResult extends AdapterMatch {
  /** What ended the wait, and what was seen at that moment. */
  readonly match: MatchResult;
}

export interface ExtensionTurnResult extends ExtensionWaitResult {
  /** What the program wrote within the turn; null if its beginning is no longer kept. */
  readonly output: string | null;
}

/** Takes the newest state, and gives it with the events of all looks before. */
type Seen = (state: ExtensionState) => ExtensionState;

type Cancellable = <T>(step: Promise<T>) => Promise<T>;

interface Subscriber {
  readonly listener: ExtensionListener;
  readonly onEnd: () => void;
}

/**
 * A session in the hands of an extension: looks at it, carries its intents out, waits for what it says. One send, wait or turn at a
 * time; whoever comes meanwhile waits in line. Looking never waits.
 */
export class ExtensionHandle implements AnyAdapter {
  readonly session: Session;
  readonly extension: Extension;
  readonly #classifying: Classifier;
  readonly #live: LiveClassifier;
  readonly #drift: Drift;
  readonly #turns = new Mutex();
  readonly #listeners = new Set<Subscriber>();
  #lastState: ExtensionState | undefined;
  #closing: Promise<EndReport> | undefined;

  private constructor(extension: Extension, session: Session, completedTurnStableMs: number) {
    this.extension = extension;
    this.session = session;
    this.#classifying = new Classifier(extension, session, completedTurnStableMs, (state) => this.#classified(state));
    this.#drift = new Drift(extension.name, completedTurnStableMs);
    this.#live = new LiveClassifier(session, completedTurnStableMs, () => this.#classifying.look());
  }

  /** Takes the session over: closing the handle closes both. */
  static start(
    extension: Extension,
    session: Session,
    completedTurnStableMs = COMPLETED_TURN_STABLE_MS,
  ): ExtensionHandle {
    if (!Number.isSafeInteger(completedTurnStableMs) || completedTurnStableMs < 0)
      throw new InvalidArgumentError(
        "completedTurnStableMs",
        `completedTurnStableMs must be a whole number of milliseconds, got ${shown(completedTurnStableMs)}`,
      );
    return new ExtensionHandle(extension, session, completedTurnStableMs);
  }

  /** What the last look found; undefined before the first. */
  get lastState(): ExtensionState | undefined {
    return this.#lastState;
  }

  get lastIntent(): string | undefined {
    return this.#classifying.lastIntent;
  }

  /** Somebody's send, wait or turn is under way. */
  get isTaken(): boolean {
    return this.#turns.isTaken;
  }

  /** Looks now. An extension that fails makes the state `plugin_error`. */
  async state(): Promise<ExtensionState> {
    return (await this.look()).state;
  }

  /** The same, with all that could be seen at that moment. */
  look(): Promise<Look> {
    return this.#classifying.look();
  }

  /** Carries an intent out and looks again. Rejects before anything is typed if the extension does not know it, fails, or may not. */
  async send(intent: string, params: unknown = {}, options: IntentOptions = {}): Promise<ExtensionState> {
    checkOptionNames("intent options", options, ["signal"]);
    return this.#inTurn(options, async (unlessCancelled) => {
      const { plan, seen } = await unlessCancelled(this.#plan(intent, params));
      await carryOut(plan, this.session, options);
      return seen(await this.state());
    });
  }

  /** Waits for what the extension says is to be waited for, and looks again. */
  async wait(
    intent = DEFAULT_WAIT_INTENT,
    params: unknown = {},
    options: IntentWaitOptions = {},
  ): Promise<ExtensionWaitResult> {
    checkOptionNames("wait options", options, ["timeoutMs", "signal"]);
    const { timeoutMs = DEFAULT_TURN_TIMEOUT_MS, signal } = options;
    return this.#inTurn({ signal, timeoutMs }, async (unlessCancelled, leftMs) => {
      const matcher = await unlessCancelled(this.extension.waitMatcher(intent, params));
      const waitFor = (): Promise<MatchResult> => this.session.waitFor(matcher, { timeoutMs: leftMs(), signal });
      const look = (): Promise<Look> => unlessCancelled(this.look());
      const { state, match } = await stillSeen(await waitFor(), { look, again: waitFor });
      return { state, outcome: match.outcome, match };
    });
  }

  /** Sends and waits with nobody in between. What cannot be waited for is not sent either. */
  async turn(intent: string, params: unknown = {}, options: TurnOptions = {}): Promise<ExtensionTurnResult> {
    checkOptionNames("turn options", options, ["timeoutMs", "signal", "waitIntent", "waitParams"]);
    const { waitIntent = DEFAULT_WAIT_INTENT, waitParams = {} } = options;
    const { timeoutMs = DEFAULT_TURN_TIMEOUT_MS, signal } = options;
    return this.#inTurn({ signal, timeoutMs }, async (unlessCancelled, leftMs) => {
      const { plan, seen } = await unlessCancelled(this.#plan(intent, params));
      const until = await unlessCancelled(this.extension.waitMatcher(waitIntent, waitParams));
      // Nothing left is not the same as 0, with which everything is sent before the one look.
      const wait = { timeoutMs: timeoutMs === 0 ? 0 : Math.max(1, leftMs()), signal };
      const { match: first, output } = await runTurn(this.session, { plan, until }, wait);
      const again = (): Promise<MatchResult> => this.session.waitFor(until, { timeoutMs: leftMs(), signal });
      const { state, match } = await stillSeen(first, { look: () => unlessCancelled(this.look()), again });
      return { state: seen(state), outcome: match.outcome, match, output };
    });
  }

  /** Calls the listener for every event from now on, and looks whenever the program changes; the returned function ends it. */
  on(listener: ExtensionListener): () => void {
    return this.#subscribe(listener, () => undefined);
  }

  /** The same as something to loop over. It ends when the handle is closed. */
  subscribe(): AsyncIterableIterator<ExtensionEvent> {
    return new ExtensionEvents((listener, onEnd) => this.#subscribe(listener, onEnd));
  }

  /** Ends the program and the extension. Calling it again changes nothing. */
  close(): Promise<EndReport> {
    return (this.#closing ??= this.#close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<EndReport> {
    this.#live.stop();
    const subscribers = [...this.#listeners];
    this.#listeners.clear();
    for (const { onEnd } of subscribers) onEnd();
    const [report] = await Promise.all([this.session.close(), this.extension.close()]);
    return report;
  }

  /** An extension that hangs must not keep what was cancelled; what it answers later is not carried out. */
  async #inTurn<T>(
    { signal, timeoutMs }: IntentWaitOptions,
    work: (unlessCancelled: Cancellable, leftMs: () => number) => Promise<T>,
  ): Promise<T> {
    checkSignal(signal);
    const unlessCancelled: Cancellable = (step) => orAborted(step, signal, "cancelled while the extension was asked");
    const arrivedAt = performance.now();
    const allMs = timeoutMs === undefined ? 0 : checkMilliseconds("timeoutMs", timeoutMs);
    const leftMs = (): number => Math.max(0, allMs - (performance.now() - arrivedAt));
    const line = new TimeLimit(timeoutMs, signal);
    const begin = async (): Promise<T> => {
      line.end();
      this.#requireOpen();
      try {
        return await work(unlessCancelled, leftMs);
      } catch (error) {
        // What was in flight fails in many ways when all is taken away from it; this is the reason.
        this.#requireOpen(error);
        throw error;
      }
    };
    try {
      return await this.#turns.run(begin, line.signal);
    } catch (error) {
      throw line.isUp ? new WaitInLineError(allMs) : error;
    } finally {
      line.end();
    }
  }

  #requireOpen(cause?: unknown): void {
    if (this.#closing !== undefined)
      throw new SessionClosedError("the adapter is closed; nothing can be sent to it", { cause });
  }

  /** After a fresh look, so that the extension decides on what is there now and not on what it saw some time ago. */
  async #plan(intent: string, params: unknown): Promise<{ plan: Plan; seen: Seen }> {
    let before = await this.state();
    const seen: Seen = (state) => (before = together(before, state));
    return { plan: this.#inParts(await this.extension.plan(intent, params), seen), seen };
  }

  /** What a part leaves behind is recorded when it was carried out; the next one is decided after a fresh look. */
  #inParts(plan: IntentPlan, seen: Seen): Plan {
    const next = async (): Promise<Plan | undefined> => {
      this.#record(plan);
      if (plan.next === undefined) return undefined;
      seen(await this.state());
      return this.#inParts(await plan.next(), seen);
    };
    return { steps: plan.steps, next };
  }

  #record({ lastIntent }: IntentPlan): void {
    if (lastIntent !== undefined) this.#classifying.lastIntent = lastIntent === "" ? undefined : lastIntent;
  }

  #subscribe(listener: ExtensionListener, onEnd: () => void): () => void {
    if (this.#closing !== undefined) {
      onEnd();
      return () => undefined;
    }
    const subscriber: Subscriber = { listener, onEnd };
    this.#listeners.add(subscriber);
    this.#live.start();
    return () => {
      this.#listeners.delete(subscriber);
      if (this.#listeners.size === 0) this.#live.stop();
    };
  }

  #classified(state: ExtensionState): void {
    const isChange = state.state !== this.#lastState?.state;
    this.#lastState = state;
    for (const event of state.events ?? []) this.#tell({ type: "event", event });
    if (isChange) this.#tell({ type: "state_changed", state });
    if (this.#drift.begins(state, momentOf(state))) this.#tell({ type: "drift", state });
    this.#tell({ type: "classified", state });
  }

  #tell(event: ExtensionEvent): void {
    for (const subscriber of [...this.#listeners]) {
      try {
        subscriber.listener(event);
      } catch (error) {
        // A listener's mistake must reach its author, but not whoever asked for the look.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

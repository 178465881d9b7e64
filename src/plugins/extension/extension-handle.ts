import type { AdapterMatch, AnyAdapter, IntentOptions, IntentWaitOptions, TurnOptions } from "../../api/index.js";
import { DEFAULT_WAIT_INTENT } from "../../api/index.js";
import {
  DEFAULT_TURN_TIMEOUT_MS,
  InvalidArgumentError,
  Mutex,
  SessionClosedError,
  WaitInLineError,
  checkOptionNames,
  checkMilliseconds,
  checkSignal,
  orAborted,
  shown,
} from "../../base/index.js";
import type { EndReport, MatchResult, Session } from "../../core/session/index.js";
import type { SideChannel } from "../signals/index.js";
import type { Plan } from "../turn/index.js";
import { TimeLimit, carryOut, runTurn } from "../turn/index.js";
import type { Look } from "./classifier.js";
import { Classifier, mergeLooks } from "./classifier.js";
import type { Extension, IntentPlan } from "./extension.js";
import type { ExtensionEvent, ExtensionListener } from "./extension-events.js";
import { ExtensionEvents } from "./extension-events.js";
import type { ExtensionState } from "./extension-state.js";
import { Drift } from "./drift.js";
import { LiveClassifier } from "./live-classifier.js";
import { confirmStable } from "./confirm-stable.js";

/** How long a screen must be still before a turn counts as complete. */
const COMPLETED_TURN_STABLE_MS = 300;

export interface ExtensionWaitResult extends AdapterMatch {
  /** What ended the wait, and the screen at that moment. */
  readonly match: MatchResult;
  /** The state with all that could be seen when it was found. */
  readonly look: Look;
}

export interface ExtensionTurnResult extends ExtensionWaitResult {
  /** What the program wrote within the turn; null if its beginning is no longer kept. */
  readonly output: string | null;
}

/** Takes the newest look, and gives it with the events of all looks before. */
type Seen = (look: Look) => Look;

type Cancellable = <T>(step: Promise<T>) => Promise<T>;

interface Subscriber {
  readonly listener: ExtensionListener;
  readonly onEnd: () => void;
}

/**
 * A session driven by an extension: classifies its screen, carries out intents, waits for the extension's matchers. Runs one send, wait
 * or turn at a time; others wait in line. Classifying never waits.
 */
export class ExtensionHandle implements AnyAdapter {
  readonly session: Session;
  readonly extension: Extension;
  readonly #classifying: Classifier;
  readonly #live: LiveClassifier;
  readonly #drift: Drift;
  readonly #channel: SideChannel | undefined;
  /** For waits and turns that are told nothing. */
  readonly #timeoutMs: number;
  readonly #line = new Mutex();
  readonly #listeners = new Set<Subscriber>();
  #lastLook: Look | undefined;
  #closing: Promise<EndReport> | undefined;

  private constructor(extension: Extension, session: Session, completedTurnStableMs: number, channel?: SideChannel) {
    this.extension = extension;
    this.session = session;
    this.#channel = channel;
    this.#timeoutMs = session.toldTimeoutMs ?? DEFAULT_TURN_TIMEOUT_MS;
    const onLook = (look: Look): void => this.#classified(look);
    this.#classifying = new Classifier(extension, session, completedTurnStableMs, onLook, channel);
    this.#drift = new Drift(extension.name, completedTurnStableMs);
    this.#live = new LiveClassifier(session, completedTurnStableMs, () => this.#classifying.look());
    channel?.attach(
      () => session.sequence,
      () => {
        session.lookAgain();
        this.#live.lookAgain();
      },
    );
  }

  /** Takes ownership of the session, and of the way its program tells more, if it has one: closing the handle closes them. */
  static start(
    extension: Extension,
    session: Session,
    completedTurnStableMs = COMPLETED_TURN_STABLE_MS,
    channel?: SideChannel,
  ): ExtensionHandle {
    if (!Number.isSafeInteger(completedTurnStableMs) || completedTurnStableMs < 0)
      throw new InvalidArgumentError(
        "completedTurnStableMs",
        `completedTurnStableMs must be a whole number of milliseconds, got ${shown(completedTurnStableMs)}`,
      );
    return new ExtensionHandle(extension, session, completedTurnStableMs, channel);
  }

  /** The last classification; undefined before the first. */
  get lastState(): ExtensionState | undefined {
    return this.#lastLook?.state;
  }

  get lastLook(): Look | undefined {
    return this.#lastLook;
  }

  get lastIntent(): string | undefined {
    return this.#classifying.lastIntent;
  }

  /** A send, wait or turn is under way. */
  get isTaken(): boolean {
    return this.#line.isTaken;
  }

  /** Classifies the screen now. If the extension fails, the state is `plugin_error`. */
  async state(): Promise<ExtensionState> {
    return (await this.look()).state;
  }

  /** The same, with everything that was seen at that moment. */
  look(): Promise<Look> {
    return this.#classifying.look();
  }

  /** Carries out an intent and classifies again. Rejects before anything is typed if the intent is unknown, fails, or is not granted. */
  async send(intent: string, params: unknown = {}, options: IntentOptions = {}): Promise<ExtensionState> {
    return (await this.sendAndLook(intent, params, options)).state;
  }

  /** The same, with all that could be seen at that moment. */
  async sendAndLook(intent: string, params: unknown = {}, options: IntentOptions = {}): Promise<Look> {
    checkOptionNames("intent options", options, ["signal"]);
    return this.#inLine(options, async (unlessCancelled) => {
      const { plan, seen } = await unlessCancelled(this.#plan(intent, params));
      await carryOut(plan, this.session, options);
      return seen(await this.look());
    });
  }

  /** Waits for a matcher of the extension, and classifies again. */
  async wait(
    intent = DEFAULT_WAIT_INTENT,
    params: unknown = {},
    options: IntentWaitOptions = {},
  ): Promise<ExtensionWaitResult> {
    checkOptionNames("wait options", options, ["timeoutMs", "since", "frame", "signal"]);
    const { timeoutMs = this.#timeoutMs, since, frame, signal } = options;
    return this.#inLine({ signal, timeoutMs }, async (unlessCancelled, leftMs) => {
      const startedAt = performance.now();
      const matcher = await unlessCancelled(this.extension.waitMatcher(intent, params));
      const waitFor = (): Promise<MatchResult> =>
        this.session.waitFor(matcher, { timeoutMs: leftMs(), since, frame, signal });
      const look = (): Promise<Look> => unlessCancelled(this.look());
      const { look: found, match } = await confirmStable(await waitFor(), { look, again: waitFor });
      return { state: found.state, ...toldOf(match, startedAt), match, look: found };
    });
  }

  /** Sends and waits as one, with no other send in between. Sends nothing if the wait is not possible. */
  async turn(intent: string, params: unknown = {}, options: TurnOptions = {}): Promise<ExtensionTurnResult> {
    checkOptionNames("turn options", options, ["timeoutMs", "since", "frame", "signal", "waitIntent", "waitParams"]);
    const { waitIntent = DEFAULT_WAIT_INTENT, waitParams = {} } = options;
    const { timeoutMs = this.#timeoutMs, since, frame, signal } = options;
    return this.#inLine({ signal, timeoutMs }, async (unlessCancelled, leftMs) => {
      const startedAt = performance.now();
      const { plan, seen } = await unlessCancelled(this.#plan(intent, params));
      const until = await unlessCancelled(this.extension.waitMatcher(waitIntent, waitParams));
      // No time left is not the same as a time-out of 0, which sends everything and then looks once.
      const wait = { timeoutMs: timeoutMs === 0 ? 0 : Math.max(1, leftMs()), since, frame, signal };
      const { match: first, output } = await runTurn(this.session, { plan, until }, wait);
      const again = (): Promise<MatchResult> =>
        this.session.waitFor(until, { timeoutMs: leftMs(), since, frame, signal });
      const { look: found, match } = await confirmStable(first, { look: () => unlessCancelled(this.look()), again });
      const look = seen(found);
      return { state: look.state, ...toldOf(match, startedAt), match, look, output };
    });
  }

  /** Calls the listener for every event from now on, and classifies whenever the screen changes. The returned function ends it. */
  on(listener: ExtensionListener): () => void {
    return this.#subscribe(listener, () => undefined);
  }

  /** The same as an async iterator. It ends when the handle is closed. */
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
    try {
      const [report] = await Promise.all([this.session.close(), this.extension.close()]);
      return report;
    } finally {
      await this.#channel?.close();
    }
  }

  /** Runs work when it is first in line. An extension that hangs does not hold up a cancel; its late answer is ignored. */
  async #inLine<T>(
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
        // Closing makes work in flight fail in many ways; this is the real reason.
        this.#requireOpen(error);
        throw error;
      }
    };
    try {
      return await this.#line.run(begin, line.signal);
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

  /** Classifies first, so that the extension plans for the present screen. */
  async #plan(intent: string, params: unknown): Promise<{ plan: Plan; seen: Seen }> {
    let before = await this.look();
    const seen: Seen = (look) => (before = mergeLooks(before, look));
    return { plan: this.#inParts(await this.extension.plan(intent, params), seen), seen };
  }

  /** Records the intent after each part, and classifies before the next part is planned. */
  #inParts(plan: IntentPlan, seen: Seen): Plan {
    const next = async (): Promise<Plan | undefined> => {
      this.#record(plan);
      if (plan.next === undefined) return undefined;
      seen(await this.look());
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

  #classified(look: Look): void {
    const { state, moment } = look;
    const isChange = state.state !== this.lastState?.state;
    this.#lastLook = look;
    for (const event of state.events ?? []) this.#notify({ type: "event", event, look });
    if (isChange) this.#notify({ type: "state_changed", state, look });
    if (this.#drift.begins(state, moment)) this.#notify({ type: "drift", state, look });
    this.#notify({ type: "classified", state, look });
  }

  #notify(event: ExtensionEvent): void {
    for (const subscriber of [...this.#listeners]) {
      try {
        subscriber.listener(event);
      } catch (error) {
        // An error of a listener must surface, but not in the caller of the classification.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

/** What an adapter tells of a match. */
function toldOf(match: MatchResult, startedAt: number): Omit<AdapterMatch, "state"> {
  const { outcome, sequence, firstSeenSequence, wasPresentBefore } = match;
  const told = { outcome, sequence, elapsedMs: performance.now() - startedAt };
  return firstSeenSequence === undefined ? told : { ...told, firstSeenSequence, wasPresentBefore };
}

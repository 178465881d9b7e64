import { randomUUID } from "node:crypto";
import type {
  AnySession,
  Condition,
  ConditionOutcome,
  EndReport,
  ExitFields,
  ExitStatus,
  ExpectPattern,
  ExpectResult,
  FindQuery,
  FindResult,
  Locator,
  MatchResult,
  RunOptions,
  RunResult,
  ScrollbackLines,
  SendOptions,
  SendResult,
  SessionEvent,
  SubmitOptions,
  TextLocatorOptions,
} from "../api/index.js";
import { WaitTimeoutError, exitStatusOf } from "../api/index.js";
import {
  DEFAULT_WAIT_TIMEOUT_MS,
  InvalidArgumentError,
  MAX_SCROLLBACK_ROWS,
  MAX_WAIT_TIMEOUT_MS,
  SessionClosedError,
  checkOptionNames,
  checkSignal,
} from "../base/index.js";
import type { ActionSize, Key, Signal } from "../core/action/index.js";
import { Action, validateAction } from "../core/action/index.js";
import { Matcher, checkStyleNames, checkStylesIn } from "../core/matcher/index.js";
import type { LocatorHost } from "../locator/index.js";
import { Locators, foundOutcome, waitForCondition } from "../locator/index.js";
import type {
  LeaseFacts,
  LibraryParams,
  LibraryResult,
  Notification,
  ScreenBox,
  ScreenChanges,
  ScreenSnapshot,
  SpokenPattern,
} from "../protocol/index.js";
import type { Link } from "./calls.js";
import { call, callCancellable, checkOptions } from "./calls.js";
import type { NotificationOptions } from "./client-options.js";
import { RemoteRunOutput } from "./run-output.js";

/** Whether and how a read is redacted. */
export type ReadOptions = Omit<LibraryParams<"session.transcript">, "session">;
export type SnapshotOptions = Omit<LibraryParams<"session.snapshot">, "session">;
export type RemoteScrollbackOptions = Omit<LibraryParams<"session.scrollback">, "session">;
export type RemoteWaitOptions = Omit<LibraryParams<"session.wait">, "session" | "matcher"> & {
  /** Cancels the wait. */
  readonly signal?: AbortSignal | undefined;
};

export type RemoteExpectOptions = Omit<LibraryParams<"session.expect">, "session" | "patterns"> & Cancellable;
export type RemoteRunOptions = Omit<LibraryParams<"session.run">, "session" | "command" | "stream"> &
  Cancellable &
  Pick<RunOptions, "onOutput">;

export type LeaseOptions = Omit<LibraryParams<"session.lease">, "session"> & Cancellable;
export type InputsOptions = Omit<LibraryParams<"session.inputs">, "session">;

interface Cancellable {
  /** Cancels it. */
  readonly signal?: AbortSignal | undefined;
}

/** A session in a server. As AnySession, but all answers are redacted. */
export class RemoteSession implements AnySession {
  readonly id: string;
  readonly #link: Link;
  readonly #timeoutMs: number;
  #closing: Promise<EndReport> | undefined;

  /** Use `client.spawn` or `client.session`. `timeoutMs` is how long a wait may take that is not told otherwise. */
  constructor(link: Link, id: string, timeoutMs = DEFAULT_WAIT_TIMEOUT_MS) {
    this.#link = link;
    this.id = id;
    this.#timeoutMs = timeoutMs;
  }

  async send(action: Action | readonly Action[], options: SendOptions = {}): Promise<SendResult> {
    this.#requireOpen("nothing can be sent to it");
    checkOptionNames("send options", options, ["signal"]);
    return callCancellable(this.#link, "session.input", { session: this.id, action }, options.signal);
  }

  async writeText(text: string): Promise<SendResult> {
    return this.send(Action.text(text));
  }

  async sendKey(key: Key | (string & {})): Promise<SendResult> {
    return this.send(Action.key(key));
  }

  async submit(line: string, options: SubmitOptions = {}): Promise<SendResult> {
    this.#requireOpen("nothing can be sent to it");
    checkOptionNames("submit options", options, ["echo", "signal"]);
    const { signal, ...rest } = options;
    return callCancellable(this.#link, "session.submit", { session: this.id, line, ...rest }, signal);
  }

  /** As in the library, but for JavaScript's own RegExp, which only its process can run. */
  async expect(
    patterns: ExpectPattern | readonly ExpectPattern[],
    options: RemoteExpectOptions = {},
  ): Promise<ExpectResult> {
    this.#requireOpen("nothing can be expected");
    checkOptions("expect options", "session.expect", options, ["session", "patterns"], ["signal"]);
    const { signal, ...rest } = options;
    const wanted = { session: this.id, patterns: spokenPatterns(patterns), ...rest };
    const { dropped, moreAfter, ...found } = await callCancellable(this.#link, "session.expect", wanted, signal);
    return { ...found, ...(moreAfter === true ? { moreAfter } : {}), ...(dropped === true ? { dropped } : {}) };
  }

  /** As in the library, but the program does not wait for a promise of `onOutput`: what it has not taken yet is kept, up to 16,777,216 characters. */
  async run(command: string, options: RemoteRunOptions = {}): Promise<RunResult> {
    this.#requireOpen("nothing can be run");
    checkOptions("run options", "session.run", options, ["session", "command", "stream"], ["signal", "onOutput"]);
    const { onOutput, signal, ...rest } = options;
    const wanted = { session: this.id, command, ...rest };
    if (onOutput === undefined) return callCancellable(this.#link, "session.run", wanted, signal);
    checkSignal(signal);
    const output = new RemoteRunOutput(onOutput);
    const { waitId = randomUUID() } = options;
    const stopListening = this.#link.onRunOutput(waitId, (text) => output.push(text));
    const either = signal === undefined ? output.failed : AbortSignal.any([signal, output.failed]);
    try {
      const result = await callCancellable(this.#link, "session.run", { ...wanted, waitId, stream: true }, either);
      await output.taken();
      return result;
    } catch (error) {
      output.failed.throwIfAborted();
      throw error;
    } finally {
      stopListening();
    }
  }

  async signal(signal: Signal): Promise<void> {
    this.#requireOpen("nothing can be sent to it");
    validateAction(Action.signal(signal), "");
    await this.send(Action.signal(signal));
  }

  /** A RegExp or a function is code of this process and refused: the error says what to use. */
  waitFor<C extends Condition>(
    condition: C,
    options: RemoteWaitOptions & { readonly result: "none" },
  ): Promise<Omit<MatchResult<ConditionOutcome<C>>, "snapshot" | "transcriptTail">>;
  waitFor<C extends Condition>(
    condition: C,
    options: RemoteWaitOptions & { readonly result: "text" },
  ): Promise<Omit<MatchResult<ConditionOutcome<C>>, "transcriptTail">>;
  waitFor<C extends Condition>(condition: C, options?: RemoteWaitOptions): Promise<MatchResult<ConditionOutcome<C>>>;
  async waitFor<C extends Condition>(
    condition: C,
    options: RemoteWaitOptions = {},
  ): Promise<MatchResult<ConditionOutcome<C>>> {
    this.#requireOpen("nothing can be waited for");
    // The outcome is that of the matcher that was sent.
    return (await waitForCondition(this.#located, condition, options)) as MatchResult<ConditionOutcome<C>>;
  }

  /** The session as its locators see it. */
  readonly #located: LocatorHost = {
    find: (query) => this.find(query),
    send: (action, options) => this.send(action, options),
    events: () => this.events(),
    timeoutMs: () => this.#timeoutMs,
    look: () => this.snapshot({ cells: false }),
    waitAbove: async ({ query, count, choose }, { timeoutMs = this.#timeoutMs, frame, signal }) => {
      this.#requireOpen("nothing can be waited for");
      const asked = { session: this.id, ...this.#askedFor(query), count, timeoutMs };
      const found = choose((await callCancellable(this.#link, "session.find", asked, signal)).matches);
      const seen = await this.#located.waitUntil(Matcher.screenStable(0), { frame, signal });
      return found === undefined ? seen : { ...seen, outcome: foundOutcome(found) };
    },
    waitUntil: async (matcher, options) => {
      this.#requireOpen("nothing can be waited for");
      checkOptions("wait options", "session.wait", options, ["session", "matcher"], ["signal"]);
      checkStylesIn(matcher);
      const { signal, ...rest } = options;
      const wanted = { session: this.id, matcher: matcher as Matcher, ...rest };
      // Whoever asked for less knows what is left out.
      return (await callCancellable(this.#link, "session.wait", wanted, signal)) as MatchResult;
    },
  };
  readonly #locators = new Locators(this.#located);

  async find(query: FindQuery & ReadOptions): Promise<FindResult> {
    checkOptions("find query", "session.find", query, ["session", "timeoutMs", "count", "waitId"]);
    return call(this.#link, "session.find", { session: this.id, ...this.#askedFor(query) });
  }

  /** What of a query can be asked of a server. */
  #askedFor<Q extends FindQuery>(query: Q): Q & { readonly regex?: string | undefined } {
    checkStyleNames(query.style);
    const { regex } = query;
    if (regex instanceof RegExp)
      throw new InvalidArgumentError(
        "regex",
        "a JavaScript RegExp is code of this process, and the session is in a server, which does not run it; " +
          "use a pattern of the Rust regex dialect",
      );
    return { ...query, regex };
  }

  getByText(text: string | RegExp, options?: TextLocatorOptions): Locator {
    return this.#locators.getByText(text, options);
  }

  getByRegex(pattern: string, options?: TextLocatorOptions): Locator {
    return this.#locators.getByRegex(pattern, options);
  }

  row(row: number): Locator {
    return this.#locators.row(row);
  }

  region(box: ScreenBox): Locator {
    return this.#locators.region(box);
  }

  cursor(): Locator {
    return this.#locators.cursor();
  }

  snapshot(options: SnapshotOptions & { readonly since: number }): Promise<ScreenChanges>;
  snapshot(options?: SnapshotOptions & { readonly since?: undefined }): Promise<ScreenSnapshot>;
  async snapshot(options: SnapshotOptions = {}): Promise<ScreenSnapshot | ScreenChanges> {
    checkOptions("snapshot options", "session.snapshot", options, ["session"]);
    return call(this.#link, "session.snapshot", { session: this.id, ...options });
  }

  async scrollback(options: RemoteScrollbackOptions = {}): Promise<ScrollbackLines> {
    checkOptions("scrollback options", "session.scrollback", options, ["session"]);
    const asked = { session: this.id, ...options };
    const all = await call(this.#link, "session.scrollback", asked);
    if (options.find !== undefined) return all;
    // An answer has only so many rows; what leaves meanwhile is not waited for.
    const lines = [...all.lines];
    let { last } = all;
    for (let more = all; more.lines.length > 0 && lines.length < MAX_SCROLLBACK_ROWS;) {
      more = await call(this.#link, "session.scrollback", { ...asked, from: last + 1 });
      if (more.first !== last + 1) break;
      lines.push(...more.lines);
      last = more.last;
    }
    return { ...all, last, lines };
  }

  async transcript(options: ReadOptions = {}): Promise<string> {
    checkOptions("transcript options", "session.transcript", options, ["session"]);
    return (await call(this.#link, "session.transcript", { session: this.id, ...options })).text;
  }

  /**
   * Takes the input for this client for a while; what others type waits or fails meanwhile. Rejects with an InputLeasedError while another
   * has it.
   */
  async lease(options: LeaseOptions = {}): Promise<LeaseFacts | undefined> {
    checkOptions("lease options", "session.lease", options, ["session"], ["signal"]);
    const { signal, ...rest } = options;
    return (await callCancellable(this.#link, "session.lease", { session: this.id, ...rest }, signal)).lease;
  }

  /** What was done to it and by whom, the oldest first, and who has the input. */
  async inputs(options: InputsOptions = {}): Promise<LibraryResult<"session.inputs">> {
    checkOptions("inputs options", "session.inputs", options, ["session"]);
    return call(this.#link, "session.inputs", { session: this.id, ...options });
  }

  /** With `lend` for as long as this client is connected. */
  async resize(size: ActionSize & { readonly lend?: boolean | undefined }): Promise<void> {
    checkOptions("size", "session.resize", size, ["session"]);
    await call(this.#link, "session.resize", { session: this.id, ...size });
  }

  async *events(): AsyncGenerator<SessionEvent, undefined> {
    for await (const { method, params } of this.notifications()) {
      if (method === "session.changed") yield { type: "changed", sequence: params.sequence };
      const status = method === "session.exited" ? exitStatusOf(params) : undefined;
      if (status === undefined) continue;
      yield { type: "exited", status };
      return;
    }
  }

  /** Notifications about this session. */
  notifications(
    options: Pick<NotificationOptions, "outputSince" | "signal"> = {},
  ): AsyncIterableIterator<Notification> {
    return this.#link.open({ sessions: [this.id], ...options });
  }

  async wait(): Promise<ExitStatus> {
    for (;;) {
      try {
        return statusIn(await this.waitFor(Matcher.processExited(), { timeoutMs: MAX_WAIT_TIMEOUT_MS }));
      } catch (error) {
        // The longest wait that a server takes is a day.
        if (error instanceof WaitTimeoutError) continue;
        if (!(error instanceof SessionClosedError) || this.#closing === undefined) throw error;
        return statusIn(await this.#closing);
      }
    }
  }

  async kill(): Promise<EndReport> {
    return call(this.#link, "session.kill", { session: this.id });
  }

  /** The server removes the session: unlike in the library, it cannot be read afterwards. */
  async close(): Promise<EndReport> {
    try {
      return await (this.#closing ??= call(this.#link, "session.close", { session: this.id }));
    } catch (error) {
      // One that was refused can be tried again.
      this.#closing = undefined;
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #requireOpen(consequence: string): void {
    if (this.#closing !== undefined) throw new SessionClosedError(`the session is closed; ${consequence}`);
  }
}

function statusIn(answer: ExitFields): ExitStatus {
  const status = exitStatusOf(answer);
  if (status === undefined) throw new SessionClosedError("the server did not say how the program ended");
  return status;
}

function spokenPatterns(patterns: ExpectPattern | readonly ExpectPattern[]): SpokenPattern | readonly SpokenPattern[] {
  if (Array.isArray(patterns))
    return (patterns as readonly ExpectPattern[]).map((one, at) => spokenPattern(one, `patterns[${at}]`));
  return spokenPattern(patterns as ExpectPattern, "pattern");
}

function spokenPattern(pattern: ExpectPattern, field: string): SpokenPattern {
  if (typeof pattern === "string") return { type: "text", text: pattern };
  if (pattern instanceof RegExp)
    throw new InvalidArgumentError(
      field,
      `${field} must not be JavaScript's ${String(pattern)}, which a server cannot run; use {regex: "..."}, with flags as (?i)`,
    );
  return "regex" in Object(pattern)
    ? { type: "regex", pattern: (pattern as { regex: string }).regex }
    : (pattern as SpokenPattern);
}

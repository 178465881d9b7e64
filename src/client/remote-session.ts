import type {
  AnySession,
  ExitFields,
  ExitStatus,
  MatchResult,
  OutcomeOf,
  SendOptions,
  SessionEvent,
} from "../api/index.js";
import { WaitTimeoutError, exitStatusOf } from "../api/index.js";
import { MAX_WAIT_TIMEOUT_MS, SessionClosedError, checkOptionNames } from "../base/index.js";
import type { ActionSize, Key, Signal } from "../core/action/index.js";
import { Action, validateAction } from "../core/action/index.js";
import { Matcher } from "../core/matcher/index.js";
import type { LibraryParams, Notification, ScreenSnapshot } from "../protocol/index.js";
import type { Link } from "./calls.js";
import { call, callCancellable, checkOptions } from "./calls.js";

/** Whether and how a read is redacted. */
export type ReadOptions = Omit<LibraryParams<"session.transcript">, "session">;
export type SnapshotOptions = Omit<LibraryParams<"session.snapshot">, "session">;
export type RemoteWaitOptions = Omit<LibraryParams<"session.wait">, "session" | "matcher"> & {
  /** Cancels the wait. */
  readonly signal?: AbortSignal | undefined;
};

/** A session in a server. As AnySession, but all answers are redacted. */
export class RemoteSession implements AnySession {
  readonly id: string;
  readonly #link: Link;
  #closing: Promise<ExitFields> | undefined;

  /** Use `client.spawn` or `client.session`. */
  constructor(link: Link, id: string) {
    this.#link = link;
    this.id = id;
  }

  async send(action: Action | readonly Action[], options: SendOptions = {}): Promise<void> {
    this.#requireOpen("nothing can be sent to it");
    checkOptionNames("send options", options, ["signal"]);
    await callCancellable(this.#link, "session.input", { session: this.id, action }, options.signal);
  }

  async writeText(text: string): Promise<void> {
    await this.send(Action.text(text));
  }

  async sendKey(key: Key | (string & {})): Promise<void> {
    await this.send(Action.key(key));
  }

  async signal(signal: Signal): Promise<void> {
    this.#requireOpen("nothing can be sent to it");
    validateAction(Action.signal(signal), "");
    await this.send(Action.signal(signal));
  }

  async waitFor<M extends Matcher>(matcher: M, options: RemoteWaitOptions = {}): Promise<MatchResult<OutcomeOf<M>>> {
    this.#requireOpen("nothing can be waited for");
    checkOptions("wait options", "session.wait", options, ["session", "matcher"], ["signal"]);
    const { signal, ...rest } = options;
    const wanted = { session: this.id, matcher, ...rest };
    // The outcome is that of the matcher that was sent.
    return (await callCancellable(this.#link, "session.wait", wanted, signal)) as MatchResult<OutcomeOf<M>>;
  }

  async snapshot(options: SnapshotOptions = {}): Promise<ScreenSnapshot> {
    checkOptions("snapshot options", "session.snapshot", options, ["session"]);
    return call(this.#link, "session.snapshot", { session: this.id, ...options });
  }

  async transcript(options: ReadOptions = {}): Promise<string> {
    checkOptions("transcript options", "session.transcript", options, ["session"]);
    return (await call(this.#link, "session.transcript", { session: this.id, ...options })).text;
  }

  async resize(size: ActionSize): Promise<void> {
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
  notifications(options: { readonly signal?: AbortSignal | undefined } = {}): AsyncIterableIterator<Notification> {
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

  async kill(): Promise<void> {
    await call(this.#link, "session.kill", { session: this.id });
  }

  /** The server removes the session: unlike in the library, it cannot be read afterwards. */
  async close(): Promise<void> {
    try {
      await (this.#closing ??= call(this.#link, "session.close", { session: this.id }));
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

import type { AdapterEvent, AnyAdapter, EndReport, TurnOptions } from "../api/index.js";
import { DEFAULT_WAIT_INTENT } from "../api/index.js";
import { SessionClosedError } from "../base/index.js";
import type { ExtensionState, LibraryParams, LibraryResult, ScreenChanges, ScreenSnapshot } from "../protocol/index.js";
import { AdapterEvents } from "./adapter-events.js";
import type { Link } from "./calls.js";
import { call, callCancellable, checkOptions } from "./calls.js";
import type { RequestOptions } from "./client-options.js";
import type { ReadOptions, SnapshotOptions } from "./remote-session.js";

type AdapterNames = Pick<LibraryResult<"adapter.start">, "adapter" | "plugin" | "session">;

/** `signal` cancels it in the server too; what was typed by then stays typed. */
export type RemoteIntentOptions = ReadOptions & Pick<LibraryParams<"adapter.send">, "waitId"> & RequestOptions;
export type RemoteIntentWaitOptions = Omit<LibraryParams<"adapter.wait">, "adapter" | "intent" | "params"> &
  RequestOptions;
export type RemoteTurnOptions = RemoteIntentOptions &
  Pick<TurnOptions, "timeoutMs" | "since" | "frame" | "waitIntent" | "waitParams">;

/** How a turn ended. */
export type RemoteTurnMatch = LibraryResult<"adapter.turn">;
/** How a wait ended, with what it saw: as much as `result` asks for. */
export type RemoteAdapterMatch = LibraryResult<"adapter.wait">;
/** What the plugin sees and its classification, at one moment. */
export type RemoteInspection = LibraryResult<"adapter.inspect">;

/** An adapter that runs in the server. */
export interface LiveAdapter {
  readonly adapter: RemoteAdapter;
  /** The sequence number of its session. */
  readonly sequence: number;
  /** Its program has ended. */
  readonly finished: boolean;
}

/** An adapter in a server. As AnyAdapter, but all answers are redacted. */
export class RemoteAdapter implements AnyAdapter {
  readonly id: string;
  readonly plugin: string;
  /** For `client.notifications`; not valid for `client.session`. */
  readonly sessionId: string;
  readonly #link: Link;
  readonly #events = new Set<AdapterEvents>();
  #lastState: ExtensionState | undefined;
  #closing: Promise<EndReport> | undefined;

  /** Use `client.startAdapter` or `client.adapters`. */
  constructor(link: Link, { adapter, plugin, session }: AdapterNames, state?: ExtensionState) {
    this.#link = link;
    this.id = adapter;
    this.plugin = plugin;
    this.sessionId = session;
    this.#lastState = state;
  }

  /** The state of the last answer; undefined before the first. */
  get lastState(): ExtensionState | undefined {
    return this.#lastState;
  }

  async state(options: ReadOptions = {}): Promise<ExtensionState> {
    checkOptions("state options", "adapter.state", options, ["adapter"]);
    return this.#seen(await call(this.#link, "adapter.state", { adapter: this.id, ...options })).state;
  }

  async send(intent: string, params: unknown = {}, options: RemoteIntentOptions = {}): Promise<ExtensionState> {
    this.#requireOpen();
    checkOptions("intent options", "adapter.send", options, ["adapter", "intent", "params"], ["signal"]);
    const { signal, ...rest } = options;
    const wanted = { adapter: this.id, intent, params, ...rest };
    return this.#seen(await callCancellable(this.#link, "adapter.send", wanted, signal)).state;
  }

  async wait(
    intent = DEFAULT_WAIT_INTENT,
    params: unknown = {},
    options: RemoteIntentWaitOptions = {},
  ): Promise<RemoteAdapterMatch> {
    this.#requireOpen();
    checkOptions("wait options", "adapter.wait", options, ["adapter", "intent", "params"], ["signal"]);
    const { signal, ...rest } = options;
    const wanted = { adapter: this.id, intent, params, ...rest };
    return this.#seen(await callCancellable(this.#link, "adapter.wait", wanted, signal));
  }

  async turn(intent: string, params: unknown = {}, options: RemoteTurnOptions = {}): Promise<RemoteTurnMatch> {
    this.#requireOpen();
    const taken = ["adapter", "send", "wait", "intent", "params"];
    checkOptions("turn options", "adapter.turn", options, taken, ["signal"]);
    const { signal, ...rest } = options;
    const wanted = { adapter: this.id, intent, params, ...rest };
    return this.#seen(await callCancellable(this.#link, "adapter.turn", wanted, signal));
  }

  snapshot(options: SnapshotOptions & { readonly since: number }): Promise<ScreenChanges>;
  snapshot(options?: SnapshotOptions & { readonly since?: undefined }): Promise<ScreenSnapshot>;
  async snapshot(options: SnapshotOptions = {}): Promise<ScreenSnapshot | ScreenChanges> {
    checkOptions("snapshot options", "adapter.snapshot", options, ["adapter"]);
    return call(this.#link, "adapter.snapshot", { adapter: this.id, ...options });
  }

  async transcript(options: ReadOptions = {}): Promise<string> {
    checkOptions("transcript options", "adapter.transcript", options, ["adapter"]);
    return (await call(this.#link, "adapter.transcript", { adapter: this.id, ...options })).text;
  }

  /** What the plugin sees and makes of it, all of one moment. */
  async inspect(options: ReadOptions = {}): Promise<RemoteInspection> {
    checkOptions("inspect options", "adapter.inspect", options, ["adapter"]);
    return this.#seen(await call(this.#link, "adapter.inspect", { adapter: this.id, ...options }));
  }

  /**
   * What happens from now on: events in their order, each of them, and the states they lead to, of which the latest is enough for
   * one who reads slowly. A gap in an event's `seq` means that it was too slow. Ends with `close`.
   */
  subscribe(options: { readonly signal?: AbortSignal | undefined } = {}): AsyncIterableIterator<AdapterEvent> {
    // Nothing is told of one that is closed: there would be no end to it.
    const wanted = this.#closing !== undefined ? { ...options, signal: AbortSignal.abort() } : options;
    const stream = this.#link.open({ adapters: [this.id], ...wanted });
    const events = new AdapterEvents(stream, () => this.#events.delete(events));
    this.#events.add(events);
    return events;
  }

  /** Ends the program and all that it started. */
  close(): Promise<EndReport> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<EndReport> {
    let report;
    try {
      report = await call(this.#link, "adapter.close", { adapter: this.id });
    } catch (error) {
      // One that was refused can be tried again.
      this.#closing = undefined;
      throw error;
    }
    for (const events of [...this.#events]) events.end();
    return report;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #seen<R extends { readonly state: ExtensionState }>(answer: R): R {
    this.#lastState = answer.state;
    return answer;
  }

  #requireOpen(): void {
    if (this.#closing !== undefined) throw new SessionClosedError("the adapter is closed; nothing can be sent to it");
  }
}

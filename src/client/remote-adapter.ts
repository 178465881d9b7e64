import { snakeCased } from "../wire/index.js";
import type { RemoteAdapterMatch, RemoteAdapterState, RemoteInspection } from "./adapter-answers.js";
import { remoteAdapterMatch, remoteInspection, remoteState } from "./adapter-answers.js";
import type { RemoteAdapterEvent } from "./adapter-events.js";
import { AdapterEvents } from "./adapter-events.js";
import type {
  AdapterReadOptions,
  AdapterSnapshotOptions,
  RemoteAdapterWaitOptions,
  RemoteIntentOptions,
  RemoteTurnOptions,
} from "./adapter-options.js";
import { cancellableWait } from "./cancellable-wait.js";
import {
  checkAdapterWaitOptions,
  checkIntentOptions,
  checkSnapshotOptions,
  checkTranscriptOptions,
  checkTurnOptions,
} from "./check-options.js";
import type { NotificationOptions } from "./client-options.js";
import type { NotificationStream } from "./notification-stream.js";
import type { RemoteSnapshot } from "./remote-answers.js";
import { remoteSnapshot } from "./remote-answers.js";
import type { Requests } from "./requests.js";

/** An adapter that runs in the server. */
export interface LiveAdapter {
  readonly adapter: RemoteAdapter;
  /** How far its session is. */
  readonly sequence: number;
  /** Its program has ended. */
  readonly finished: boolean;
}

export interface AdapterNames {
  readonly adapter: string;
  readonly plugin: string;
  readonly session: string;
}

/** What a connection offers to those who speak for one adapter. */
export interface AdapterLink extends Pick<Requests, "request"> {
  open(options: NotificationOptions): NotificationStream;
}

/** A program in a server, in the hands of a plugin. The same calls as the library's ExtensionHandle, answered redacted. */
export class RemoteAdapter implements AsyncDisposable {
  readonly id: string;
  readonly plugin: string;
  /** For `client.notifications`; `client.session` does not take it. */
  readonly sessionId: string;
  readonly #link: AdapterLink;
  readonly #events = new Set<AdapterEvents>();
  #lastState: RemoteAdapterState | undefined;

  /** Use `client.startAdapter` or `client.adapters`. */
  constructor(link: AdapterLink, { adapter, plugin, session }: AdapterNames, state?: RemoteAdapterState) {
    this.#link = link;
    this.id = adapter;
    this.plugin = plugin;
    this.sessionId = session;
    this.#lastState = state;
  }

  /** The state that the last answer told of; undefined if there was none yet. */
  get lastState(): RemoteAdapterState | undefined {
    return this.#lastState;
  }

  /** Has the plugin look now. One that fails makes the state `plugin_error`. */
  async state(options: AdapterReadOptions = {}): Promise<RemoteAdapterState> {
    checkTranscriptOptions(options);
    const { state } = await this.#link.request("adapter.state", { adapter: this.id, ...snakeCased(options) });
    return (this.#lastState = remoteState(state));
  }

  /** Carries an intent of the plugin out and looks again. */
  async send(intent: string, params: unknown = {}, options: RemoteIntentOptions = {}): Promise<RemoteAdapterState> {
    checkIntentOptions(options);
    const { signal, ...read } = options;
    const wire = { adapter: this.id, intent, params, ...snakeCased(read) };
    const { state } = await this.#link.request("adapter.send", wire, { signal });
    return (this.#lastState = remoteState(state));
  }

  /** Waits for what the plugin says is to be waited for, and looks again. */
  async wait(options: RemoteAdapterWaitOptions = {}): Promise<RemoteAdapterMatch> {
    checkAdapterWaitOptions(options);
    const { signal, params, waitId, ...rest } = options;
    const wire = { adapter: this.id, ...(params === undefined ? {} : { params }), ...snakeCased(rest) };
    return this.#matched(
      await cancellableWait(this.#link, {
        method: "adapter.wait",
        name: waitId,
        params: (name) => ({ ...wire, wait_id: name }),
        signal,
      }),
    );
  }

  /** Sends and waits with nobody in between. */
  async turn(intent: string, params: unknown = {}, options: RemoteTurnOptions = {}): Promise<RemoteAdapterMatch> {
    checkTurnOptions(options);
    const { signal, waitIntent, waitParams, timeoutMs, waitId, ...read } = options;
    const wait = { intent: waitIntent, params: waitParams, timeout_ms: timeoutMs };
    const wire = { adapter: this.id, send: { intent, params }, ...snakeCased(read) };
    return this.#matched(
      await cancellableWait(this.#link, {
        method: "adapter.turn",
        name: waitId,
        params: (name) => ({ ...wire, wait: { ...wait, wait_id: name } }),
        signal,
      }),
    );
  }

  async snapshot(options: AdapterSnapshotOptions = {}): Promise<RemoteSnapshot> {
    checkSnapshotOptions(options);
    const wire = { adapter: this.id, ...snakeCased(options) };
    return remoteSnapshot(await this.#link.request("adapter.snapshot", wire));
  }

  async transcript(options: AdapterReadOptions = {}): Promise<string> {
    checkTranscriptOptions(options);
    const wire = { adapter: this.id, ...snakeCased(options) };
    return (await this.#link.request("adapter.transcript", wire)).text;
  }

  /** What the plugin sees and makes of it, all of one moment. */
  async inspect(options: AdapterReadOptions = {}): Promise<RemoteInspection> {
    checkTranscriptOptions(options);
    const wire = { adapter: this.id, ...snakeCased(options) };
    const inspection = remoteInspection(await this.#link.request("adapter.inspect", wire));
    this.#lastState = inspection.state;
    return inspection;
  }

  /**
   * What happens from now on: events in their order, each of them, and the states they lead to, of which the latest is enough for
   * one who reads slowly. A gap in an event's `seq` means that it was too slow. Ends with `close`.
   */
  events(options: { readonly signal?: AbortSignal | undefined } = {}): AsyncIterableIterator<RemoteAdapterEvent> {
    const stream = this.#link.open({ adapters: [this.id], ...options });
    const events = new AdapterEvents(stream, () => this.#events.delete(events));
    this.#events.add(events);
    return events;
  }

  /** Ends the program and all that it started. */
  async close(): Promise<void> {
    await this.#link.request("adapter.close", { adapter: this.id });
    for (const events of [...this.#events]) events.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #matched(answer: Parameters<typeof remoteAdapterMatch>[0]): RemoteAdapterMatch {
    const match = remoteAdapterMatch(answer);
    this.#lastState = match.state;
    return match;
  }
}

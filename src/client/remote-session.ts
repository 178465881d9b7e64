import type { ActionSize, Key } from "../core/action/index.js";
import { Action } from "../core/action/index.js";
import type { Matcher } from "../core/matcher/index.js";
import type { Params } from "../protocol/index.js";
import type { CamelCased } from "../wire/index.js";
import { actionToWire, matcherToWire, snakeCased } from "../wire/index.js";
import { checkSize, checkSnapshotOptions, checkTranscriptOptions, checkWaitOptions } from "./check-options.js";
import type { RemoteMatch, RemoteSnapshot } from "./remote-answers.js";
import { remoteMatch, remoteSnapshot } from "./remote-answers.js";
import type { Requests } from "./requests.js";
import type { RemoteNotification } from "./remote-notification.js";

type ReadOptions = Omit<CamelCased<Params<"session.transcript">>, "session">;
type SnapshotOptions = Omit<CamelCased<Params<"session.snapshot">>, "session">;
export type RemoteWaitOptions = Omit<CamelCased<Params<"session.wait">>, "session" | "matcher"> & {
  /** Cancels the wait. */
  readonly signal?: AbortSignal | undefined;
};

/** A session in a server. The same calls as the library's Session, answered redacted. */
export class RemoteSession implements AsyncDisposable {
  readonly id: string;
  readonly #client: Requests;

  /** Use `client.spawn` or `client.session`. */
  constructor(client: Requests, id: string) {
    this.#client = client;
    this.id = id;
  }

  /** Resolves once the terminal has the bytes. */
  async send(action: Action | readonly Action[]): Promise<void> {
    const wire = Array.isArray(action) ? action.map(actionToWire) : actionToWire(action as Action);
    await this.#client.request("session.input", { session: this.id, action: wire });
  }

  async writeText(text: string): Promise<void> {
    await this.send(Action.text(text));
  }

  async sendKey(key: Key | (string & {})): Promise<void> {
    await this.send(Action.key(key));
  }

  async waitFor(matcher: Matcher, waitOptions: RemoteWaitOptions = {}): Promise<RemoteMatch> {
    checkWaitOptions(waitOptions);
    const { signal, ...options } = waitOptions;
    const params = { session: this.id, matcher: matcherToWire(matcher), ...snakeCased(options) };
    return remoteMatch(await this.#client.wait(params, { signal }));
  }

  async snapshot(options: SnapshotOptions = {}): Promise<RemoteSnapshot> {
    checkSnapshotOptions(options);
    return remoteSnapshot(await this.#client.request("session.snapshot", { session: this.id, ...snakeCased(options) }));
  }

  async transcript(options: ReadOptions = {}): Promise<string> {
    checkTranscriptOptions(options);
    const { text } = await this.#client.request("session.transcript", { session: this.id, ...snakeCased(options) });
    return text;
  }

  async resize(size: ActionSize): Promise<void> {
    checkSize(size);
    await this.#client.request("session.resize", { session: this.id, ...snakeCased(size) });
  }

  /** What the server pushes about this session. */
  notifications(
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): AsyncIterableIterator<RemoteNotification> {
    return this.#client.notifications({ sessions: [this.id], ...options });
  }

  /** Ends the program and all that it started; the screen stays readable. */
  async kill(): Promise<void> {
    await this.#client.request("session.kill", { session: this.id });
  }

  async close(): Promise<void> {
    await this.#client.request("session.close", { session: this.id });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

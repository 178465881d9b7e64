import { InvalidArgumentError, MAX_MESSAGE_BYTES, WaitCancelledError, onAbort } from "../base/index.js";
import type { MethodName, Notification, Params, Result } from "../protocol/index.js";
import { call } from "./calls.js";
import type { NotificationOptions, RequestOptions } from "./client-options.js";
import { ConnectionLostError } from "./errors.js";
import type { NotificationStream } from "./notification-stream.js";
import { NotificationStreams } from "./notification-streams.js";
import type { Failure } from "./pending-requests.js";
import { PendingRequests } from "./pending-requests.js";
import { received } from "./received-message.js";
import type { ServerLink } from "./link/index.js";

/** Requests and their answers, notifications, and the end of the connection. */
export class Connection {
  readonly #link: ServerLink;
  readonly #pending = new PendingRequests();
  readonly #streams: NotificationStreams;
  /** Who is told of what a run prints, by the run's name. */
  readonly #runs = new Map<string, (text: string) => void>();
  /** Why the connection ended. */
  #end: string | undefined;
  #left: Promise<void> | undefined;
  /** An error without a request, which a server sends before it closes the connection. */
  #refusal: string | undefined;

  constructor(link: ServerLink) {
    this.#link = link;
    this.#streams = new NotificationStreams((filter) => call(this, "server.set_notifications", filter));
    link.channel.onMessage((json) => this.#received(json));
    link.channel.onClose((reason) => this.#lost(reason));
  }

  async request<M extends MethodName>(
    method: M,
    params: Params<M>,
    { signal }: RequestOptions = {},
  ): Promise<Result<M>> {
    this.#checkOpen();
    const givenUp = (): Error =>
      new WaitCancelledError(`${method} was given up: its signal was aborted`, { cause: signal?.reason });
    if (signal?.aborted === true) throw givenUp();
    let stopListening = (): void => undefined;
    const textFor = requestText(method, params);
    const answer = this.#pending.add(
      method,
      (id) => this.#link.channel.send(textFor(id)),
      (abandon) => {
        stopListening = onAbort(signal, () => abandon(givenUp));
      },
    );
    try {
      return (await answer) as Result<M>;
    } catch (failure) {
      throw (failure as Failure)();
    } finally {
      stopListening();
    }
  }

  /** Notifications from now on. */
  open(options: NotificationOptions): NotificationStream {
    this.#checkOpen();
    return this.#streams.open(options);
  }

  onRunOutput(waitId: string, listener: (text: string) => void): () => void {
    this.#runs.set(waitId, listener);
    return () => void this.#runs.delete(waitId);
  }

  /** Resolves when the connection is closed. */
  close(): Promise<void> {
    return (this.#left ??= this.#leave(this.#pending.size > 0));
  }

  async #leave(hasUnanswered: boolean): Promise<void> {
    this.#end ??= "this client was closed; make a new one";
    this.#link.channel.close();
    await this.#link.leave(hasUnanswered);
  }

  #checkOpen(): void {
    if (this.#end !== undefined) throw new ConnectionLostError(this.#end);
  }

  #received(json: string): void {
    const message = received(json);
    switch (message.type) {
      case "answer":
        return this.#pending.settle(message.answer);
      case "notification":
        return this.#notified(message.notification);
      case "refusal":
        this.#refusal = message.message;
        return;
      case "garbage":
        return this.#lost(new Error(message.message));
      case "unknown":
    }
  }

  #notified(notification: Notification): void {
    const { method, params } = notification;
    const listener = method === "session.run_output" ? this.#runs.get(params.waitId ?? "") : undefined;
    if (method === "session.run_output" && listener !== undefined) listener(params.output);
    else this.#streams.push(notification);
  }

  #lost(reason: Error | undefined): void {
    const why = reason === undefined ? "this client was closed" : (this.#refusal ?? reason.message);
    const advice = this.#link.advice();
    this.#end ??= `the connection to the server was lost: ${why}. ${advice}`;
    this.#pending.rejectAll(
      (method) => new ConnectionLostError(`${method} was not answered: ${why}. ${advice}`, { cause: reason }),
    );
    this.#streams.end(reason === undefined ? undefined : new ConnectionLostError(this.#end));
    if (reason !== undefined) this.#left ??= this.#leave(true);
  }
}

/** The size of a request without its params. */
const ENVELOPE_BYTES = 256;

/**
 * Encodes a request; the id is added later. Throws if the params are too large: a server closes the connection on such a message, and
 * all other requests would fail with it.
 */
function requestText(method: string, params: object | undefined): (id: number) => string {
  const text = JSON.stringify(params ?? {});
  const most = MAX_MESSAGE_BYTES - ENVELOPE_BYTES;
  if (text.length * 3 > most && Buffer.byteLength(text) > most)
    throw new InvalidArgumentError(
      "params",
      `the params of ${method} are larger than the ${MAX_MESSAGE_BYTES} bytes that a message may have; send less at a time`,
    );
  return (id) => `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${text}}`;
}

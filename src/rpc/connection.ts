import { onAbort } from "../base/index.js";
import type { ConnectionOptions, Handling, MessageSink } from "../jsonrpc/index.js";
import { Connection } from "../jsonrpc/index.js";
import type { ConnectionScope } from "./connection-scope.js";
import { ClientLoans } from "./client-loans.js";
import { dispatch } from "./dispatcher.js";
import { lanesOf } from "./lanes.js";
import { notificationJson } from "./notifications/adapter-feed.js";
import { NotificationPump } from "./notifications/notification-pump.js";
import { Subscription } from "./notifications/subscription.js";
import { redactedError } from "../disclosure/index.js";
import type { RpcServerState } from "./server-state.js";

function sent(sink: MessageSink, message: string): Promise<void> | undefined {
  sink.send(message);
  return sink.whenDrained();
}

/** One client of a server: its requests, and the notifications that it asked for. */
export class RpcConnection extends Connection {
  readonly #pump: NotificationPump;

  constructor(state: RpcServerState, sink: MessageSink, options: ConnectionOptions = {}) {
    const gone = new AbortController();
    // While somebody listens, a wait that listens too costs next to nothing.
    onAbort(gone.signal, () => undefined);
    const notifications = new Subscription(state, () => pump.schedule());
    const pump = new NotificationPump(notifications, sink);
    const { sessions, adapters, plugins, waits, adapterWaits, allowsRawReads, allowsPluginLoad, methods } = state;
    const client = state.clientCame();
    const typist = new ClientLoans(client.number, gone.signal);
    const scope: ConnectionScope = {
      server: state,
      ...{ sessions, adapters, plugins, waits, adapterWaits, allowsRawReads, allowsPluginLoad, notifications },
      methodNames: () => methods.names(),
      holdNotifications: (ids) => pump.hold(ids),
      push: sink.isFetched === true ? undefined : (...told) => sent(sink, notificationJson(...told)),
      typist,
      gone: gone.signal,
    };
    const specOf: (call: Parameters<Handling["keeps"]>[0]) => ReturnType<typeof methods.get> = (call) =>
      call.type === "call" ? methods.get(call.method) : undefined;
    super(
      {
        dispatch: (call) => dispatch(call, methods, scope),
        claimsOf: (call, isExclusive) => lanesOf(call, specOf(call)?.spec, { state, isExclusive }),
        keeps: (call) => specOf(call)?.spec.keeps ?? "until_done",
        whenLoaded: (call) => specOf(call)?.whenLoaded(),
        encodeError: redactedError,
        onBatch: () => pump.hold(),
        lastMessages: () => pump.takeAll(),
        onClose: () => {
          gone.abort();
          typist.giveBack();
          client.leave();
          pump.close();
        },
      },
      sink,
      options,
    );
    this.#pump = pump;
  }

  /** Notifications that are due, for a caller who fetches them. */
  takeNotifications(): string[] {
    return this.#pump.takeAll();
  }
}

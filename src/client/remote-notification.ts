import type { NotificationName, NotificationParams } from "../protocol/index.js";
import type { CamelCased } from "../wire/index.js";
import type { RemoteAdapterState, RemoteTurnEvent } from "./adapter-answers.js";

type SessionNotificationName = Extract<NotificationName, `session.${string}`>;

/** A notification with the library's names. */
export type RemoteNotification =
  | {
      [N in SessionNotificationName]: { readonly method: N; readonly params: CamelCased<NotificationParams<N>> };
    }[SessionNotificationName]
  | {
      readonly method: "adapter.state_changed" | "adapter.drift";
      readonly params: { readonly adapter: string; readonly state: RemoteAdapterState };
    }
  | {
      readonly method: "adapter.event";
      readonly params: { readonly adapter: string; readonly event: RemoteTurnEvent };
    };

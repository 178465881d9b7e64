import type { RpcServerState } from "./server-state.js";
import type { Subscription } from "./subscription.js";

/** What a method may know of the server, and of who called it. */
export interface ConnectionScope extends Pick<
  RpcServerState,
  "sessions" | "adapters" | "plugins" | "waits" | "adapterWaits" | "allowsRawReads" | "allowsPluginLoad"
> {
  methodNames(): string[];
  readonly notifications: Subscription;
  /** Nothing is pushed until the returned function is called: what a request causes is told after its answer. */
  holdNotifications(): () => void;
  /** Fires when the client is gone: whatever it waits for nobody will read. */
  readonly gone: AbortSignal;
}

import type { PluginCatalog } from "../plugins/adapter/index.js";
import type { AdapterRegistry } from "./registry/adapter-registry.js";
import type { SessionRegistry } from "./registry/session-registry.js";
import type { NotificationName } from "../protocol/index.js";
import type { notificationJson } from "./notifications/adapter-feed.js";
import type { Subscription } from "./notifications/subscription.js";
import type { ClientLoans } from "./client-loans.js";
import type { WaitRegistry } from "./registry/wait-registry.js";

/** What a server tells of itself. */
export interface ServerFacts {
  /** By the clock of performance.now. */
  readonly startedAt: number;
  readonly clientCount: number;
  readonly idleTimeoutMs: number | undefined;
}

/** What a method may know of the server and of its caller. */
export interface ConnectionScope {
  readonly server: ServerFacts;
  readonly sessions: SessionRegistry;
  readonly adapters: AdapterRegistry;
  /** Loaded at the first call. */
  readonly plugins: () => Promise<PluginCatalog>;
  readonly waits: WaitRegistry;
  readonly adapterWaits: WaitRegistry;
  readonly allowsRawReads: boolean;
  readonly allowsPluginLoad: boolean;
  methodNames(): string[];
  readonly notifications: Subscription;
  /** Holds back the notifications of these ids until the returned function is called: they are sent after the answer. */
  readonly holdNotifications: (ids: readonly string[]) => () => void;
  /** Sends the client a notification that it asked for with its request; a promise while it does not keep up. Undefined where none can be sent. */
  readonly push:
    | (<N extends NotificationName>(...told: Parameters<typeof notificationJson<N>>) => Promise<void> | undefined)
    | undefined;
  /** As whom it types. */
  readonly typist: ClientLoans;
  /** Fires when the client is gone: nobody will read what its waits find. */
  readonly gone: AbortSignal;
}

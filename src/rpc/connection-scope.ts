import type { PluginCatalog } from "../plugins/adapter/index.js";
import type { AdapterRegistry } from "./registry/adapter-registry.js";
import type { SessionRegistry } from "./registry/session-registry.js";
import type { Subscription } from "./notifications/subscription.js";
import type { WaitRegistry } from "./registry/wait-registry.js";

/** What a method may know of the server, and of who called it. */
export interface ConnectionScope {
  readonly sessions: SessionRegistry;
  readonly adapters: AdapterRegistry;
  /** Loaded when somebody first asks. */
  readonly plugins: () => Promise<PluginCatalog>;
  readonly waits: WaitRegistry;
  readonly adapterWaits: WaitRegistry;
  readonly allowsRawReads: boolean;
  readonly allowsPluginLoad: boolean;
  methodNames(): string[];
  readonly notifications: Subscription;
  /** Nothing of these is pushed until the returned function is called: what a request causes is told after its answer. */
  readonly holdNotifications: (ids: readonly string[]) => () => void;
  /** Fires when the client is gone: whatever it waits for nobody will read. */
  readonly gone: AbortSignal;
}

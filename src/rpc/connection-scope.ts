import type { SessionRegistry } from "./session-registry.js";
import type { Subscription } from "./subscription.js";
import type { WaitTable } from "./wait-table.js";

/** What a method may know of the server, and of who called it. */
export interface ConnectionScope {
  readonly sessions: SessionRegistry;
  readonly waits: WaitTable;
  readonly allowsRawReads: boolean;
  methodNames(): string[];
  readonly notifications: Subscription;
  /** Fires when the client is gone: whatever it waits for nobody will read. */
  readonly gone: AbortSignal;
}

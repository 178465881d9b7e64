import type { AdapterRegistry, RegisteredAdapter } from "../registry/adapter-registry.js";
import type { HeldIds } from "./held-ids.js";
import { notificationText } from "../../jsonrpc/index.js";
import { Disclosed, disclose } from "../../disclosure/index.js";
import type { LibraryNotificationParams, NotificationName, Schema } from "../../protocol/index.js";
import { notifications } from "../../protocol/index.js";

/** Closed adapters whose last notifications are kept for a slow client. */
const MAX_CLOSED_ADAPTERS = 64;

/** What one client has received about one adapter. */
interface Delivered {
  stateVersion: number;
  eventSeq: number;
  driftVersion: number;
}

/** The pending notifications of one connection about adapters. Like a Subscription, it holds no text of its own. */
export class AdapterFeed {
  readonly #registry: AdapterRegistry;
  readonly #held: HeldIds;
  readonly #onPending: () => void;
  readonly #delivered = new Map<RegisteredAdapter, Delivered>();
  readonly #pending = new Set<RegisteredAdapter>();
  #unwatch: (() => void) | undefined;

  constructor(registry: AdapterRegistry, held: HeldIds, onPending: () => void) {
    this.#registry = registry;
    this.#held = held;
    this.#onPending = onPending;
  }

  /** Undefined includes none. What happened before is not sent. */
  set(includes: ((id: string) => boolean) | undefined): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    for (const entry of this.#delivered.keys()) if (includes?.(entry.id) !== true) this.#forget(entry);
    if (includes === undefined) return;
    for (const entry of this.#registry.list()) if (includes(entry.id)) this.#deliveredOf(entry);
    this.#unwatch = this.#registry.watch((entry) => this.#happened(entry), includes);
  }

  get hasPending(): boolean {
    return this.#longestPending !== undefined;
  }

  /** The events of one adapter, then its state and its drift. If there are many events, only some; the rest stays pending. */
  takeOne(): string[] {
    const entry = this.#longestPending;
    if (entry === undefined) return [];
    this.#pending.delete(entry);
    const delivered = this.#deliveredOf(entry);
    const notifications: string[] = [];
    for (const event of entry.events.after(delivered.eventSeq)) {
      delivered.eventSeq = event.seq;
      notifications.push(notificationJson("adapter.event", new Disclosed({ adapter: entry.id, event })));
    }
    if (delivered.eventSeq < entry.events.lastSeq) {
      this.#pending.add(entry);
      return notifications;
    }
    if (entry.state !== undefined && entry.stateVersion > delivered.stateVersion)
      notifications.push(
        notificationJson("adapter.state_changed", new Disclosed({ adapter: entry.id, state: entry.state })),
      );
    delivered.stateVersion = entry.stateVersion;
    if (entry.drift !== undefined && entry.driftVersion > delivered.driftVersion)
      notifications.push(notificationJson("adapter.drift", new Disclosed({ adapter: entry.id, state: entry.drift })));
    delivered.driftVersion = entry.driftVersion;
    if (entry.isClosed) this.#forget(entry);
    return notifications;
  }

  get #longestPending(): RegisteredAdapter | undefined {
    return this.#held.firstFree(this.#pending, ({ id, session }) => [id, session.id]);
  }

  #deliveredOf(entry: RegisteredAdapter): Delivered {
    let delivered = this.#delivered.get(entry);
    if (delivered === undefined) {
      delivered = {
        stateVersion: entry.stateVersion,
        eventSeq: entry.events.lastSeq,
        driftVersion: entry.driftVersion,
      };
      this.#delivered.set(entry, delivered);
    }
    return delivered;
  }

  #happened(entry: RegisteredAdapter): void {
    if (entry.isClosed && !this.#isBehind(entry)) return this.#forget(entry);
    // An adapter that started after the subscription is reported from its start.
    if (!this.#delivered.has(entry)) this.#delivered.set(entry, { stateVersion: 0, eventSeq: 0, driftVersion: 0 });
    this.#pending.add(entry);
    if (entry.isClosed) this.#letGo();
    this.#onPending();
  }

  /** A client that does not read must not keep closed adapters in memory. */
  #letGo(): void {
    const closed = [...this.#pending].filter(({ isClosed }) => isClosed);
    if (closed.length > MAX_CLOSED_ADAPTERS) this.#forget(closed[0]);
  }

  #isBehind(entry: RegisteredAdapter): boolean {
    const delivered = this.#delivered.get(entry);
    if (delivered === undefined) return false;
    const isBehind = delivered.stateVersion < entry.stateVersion || delivered.driftVersion < entry.driftVersion;
    return isBehind || delivered.eventSeq < entry.events.lastSeq;
  }

  #forget(entry: RegisteredAdapter): void {
    this.#delivered.delete(entry);
    this.#pending.delete(entry);
  }
}

/** A notification as it is sent. */
export const notificationJson = <N extends NotificationName>(
  method: N,
  params: LibraryNotificationParams<N> | Disclosed<LibraryNotificationParams<N>>,
): string => notificationText(method, disclose(notifications[method].params as Schema, params) as object);

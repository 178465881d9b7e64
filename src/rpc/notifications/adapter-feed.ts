import type { AdapterRegistry, RegisteredAdapter } from "../registry/adapter-registry.js";
import type { HeldIds } from "./held-ids.js";
import { notificationText } from "../../jsonrpc/index.js";
import type { LibraryNotificationParams, NotificationName } from "../../protocol/index.js";
import { encodeNotification } from "../../protocol/index.js";

/** Closed adapters whose last news may wait for a client. */
const MAX_CLOSED_ADAPTERS = 64;

/** How far one client has been told about one adapter. */
interface Told {
  stateVersion: number;
  eventSeq: number;
  driftVersion: number;
}

/** What one connection has not been told of its adapters yet. Like a subscription to sessions, it holds no text of its own. */
export class AdapterFeed {
  readonly #registry: AdapterRegistry;
  readonly #held: HeldIds;
  readonly #onPending: () => void;
  readonly #told = new Map<RegisteredAdapter, Told>();
  readonly #pending = new Set<RegisteredAdapter>();
  #unwatch: (() => void) | undefined;

  constructor(registry: AdapterRegistry, held: HeldIds, onPending: () => void) {
    this.#registry = registry;
    this.#held = held;
    this.#onPending = onPending;
  }

  /** Undefined: of none. What happened before is not repeated. */
  set(includes: ((id: string) => boolean) | undefined): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    for (const entry of this.#told.keys()) if (includes?.(entry.id) !== true) this.#forget(entry);
    if (includes === undefined) return;
    for (const entry of this.#registry.list()) if (includes(entry.id)) this.#toldOf(entry);
    this.#unwatch = this.#registry.watch((entry) => this.#happened(entry), includes);
  }

  get hasPending(): boolean {
    return this.#longestPending !== undefined;
  }

  /** The events of an adapter, then the state they led to, and whether its plugin does not know it; of many events, some. */
  takeOne(): string[] {
    const entry = this.#longestPending;
    if (entry === undefined) return [];
    this.#pending.delete(entry);
    const told = this.#toldOf(entry);
    const news: string[] = [];
    for (const event of entry.events.after(told.eventSeq)) {
      told.eventSeq = event.seq;
      news.push(newsText("adapter.event", { adapter: entry.id, event }));
    }
    if (told.eventSeq < entry.events.lastSeq) {
      this.#pending.add(entry);
      return news;
    }
    if (entry.state !== undefined && entry.stateVersion > told.stateVersion)
      news.push(newsText("adapter.state_changed", { adapter: entry.id, state: entry.state }));
    told.stateVersion = entry.stateVersion;
    if (entry.drift !== undefined && entry.driftVersion > told.driftVersion)
      news.push(newsText("adapter.drift", { adapter: entry.id, state: entry.drift }));
    told.driftVersion = entry.driftVersion;
    if (entry.isClosed) this.#forget(entry);
    return news;
  }

  get #longestPending(): RegisteredAdapter | undefined {
    return this.#held.firstFree(this.#pending, ({ id, session }) => [id, session.id]);
  }

  #toldOf(entry: RegisteredAdapter): Told {
    let told = this.#told.get(entry);
    if (told === undefined) {
      told = {
        stateVersion: entry.stateVersion,
        eventSeq: entry.events.lastSeq,
        driftVersion: entry.driftVersion,
      };
      this.#told.set(entry, told);
    }
    return told;
  }

  #happened(entry: RegisteredAdapter): void {
    // Of one that was never told of there is nothing left to tell.
    if (entry.isClosed && !this.#hasNews(entry)) return this.#forget(entry);
    // One that began after the subscription did is told from its beginning.
    if (!this.#told.has(entry)) this.#told.set(entry, { stateVersion: 0, eventSeq: 0, driftVersion: 0 });
    this.#pending.add(entry);
    if (entry.isClosed) this.#letGo();
    this.#onPending();
  }

  /** A client that does not read must not keep what others have closed. */
  #letGo(): void {
    const closed = [...this.#pending].filter(({ isClosed }) => isClosed);
    if (closed.length > MAX_CLOSED_ADAPTERS) this.#forget(closed[0]);
  }

  #hasNews(entry: RegisteredAdapter): boolean {
    const told = this.#told.get(entry);
    if (told === undefined) return false;
    const isBehind = told.stateVersion < entry.stateVersion || told.driftVersion < entry.driftVersion;
    return isBehind || told.eventSeq < entry.events.lastSeq;
  }

  #forget(entry: RegisteredAdapter): void {
    this.#told.delete(entry);
    this.#pending.delete(entry);
  }
}

/** A notification as it is sent. What it tells was covered where it was read. */
export const newsText = <N extends NotificationName>(method: N, params: LibraryNotificationParams<N>): string =>
  notificationText(method, encodeNotification(method, params));

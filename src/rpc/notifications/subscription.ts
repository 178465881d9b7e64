import { RedactedOutput } from "../../disclosure/index.js";
import { exitFields } from "../../api/index.js";
import { rawErrorField } from "../registry/session-registry.js";
import type { AdapterRegistry } from "../registry/adapter-registry.js";
import { AdapterFeed, newsText } from "./adapter-feed.js";
import { HeldIds } from "./held-ids.js";
import type { RegisteredSession, SessionRegistry } from "../registry/session-registry.js";

/** What there is to be told of. */
export interface Registries {
  readonly sessions: SessionRegistry;
  readonly adapters: AdapterRegistry;
}

export interface NotificationFilter {
  readonly enabled: boolean;
  /** Both empty: of everything. */
  readonly sessions: readonly string[];
  readonly adapters: readonly string[];
}

/** Output before a subscription that decides how what follows is read; a private key has some 3,000 characters. */
const CONTEXT_CHARS = 8_192;

/** Closed sessions whose output may wait for a client, and the last words about others. */
const MAX_CLOSED_SESSIONS = 64;
const MAX_LAST_NEWS = 4_096;

/** How far one client has been told about one session. */
interface Feed {
  sequence: number;
  cursor: number;
  output: RedactedOutput;
  /** An adapter's output is told only if its plugin may read it. */
  readonly tellsOutput: boolean;
}

/**
 * What one connection has not been told yet. It holds no text: what happened is read from the sessions when the client can
 * take it, so that a slow one gets fewer and larger notifications, and is told that something was dropped if it comes too late.
 */
export class Subscription {
  readonly #registry: SessionRegistry;
  readonly #adapterRegistry: AdapterRegistry;
  readonly #adapters: AdapterFeed;
  readonly #onPending: () => void;
  #filter: NotificationFilter = { enabled: false, sessions: [], adapters: [] };
  #unwatch: (() => void) | undefined;
  readonly #feeds = new Map<RegisteredSession, Feed>();
  readonly #pending = new Set<RegisteredSession>();
  readonly #held = new HeldIds();
  /** Of sessions that are closed and were let go. */
  readonly #lastNews: string[] = [];
  /** An exit is told once per connection, whatever was turned off and on in between. */
  readonly #toldExits = new WeakSet<RegisteredSession>();

  /** `onPending` is called when there is something to take. */
  constructor(registries: Registries, onPending: () => void) {
    this.#registry = registries.sessions;
    this.#adapterRegistry = registries.adapters;
    this.#adapters = new AdapterFeed(registries.adapters, this.#held, onPending);
    this.#onPending = onPending;
  }

  set(filter: NotificationFilter): void {
    this.#filter = filter;
    this.#unwatch?.();
    this.#unwatch = filter.enabled ? this.#registry.watch((entry) => this.#happened(entry)) : undefined;
    for (const entry of this.#feeds.keys()) if (!this.#includes(entry)) this.#forget(entry);
    this.#adapters.set(filter.enabled ? (id) => this.#includesAdapter(id) : undefined);
    for (const entry of this.#registry.all()) if (this.#includes(entry)) this.#startFromNow(entry);
  }

  close(): void {
    this.set({ enabled: false, sessions: [], adapters: [] });
  }

  get hasPending(): boolean {
    return this.#lastNews.length > 0 || this.#longestPending !== undefined || this.#adapters.hasPending;
  }

  /** Nothing of these sessions and adapters is to be taken until the returned function is called. */
  hold(ids: readonly string[]): () => void {
    return this.#held.hold(ids);
  }

  /** The notifications about the session that has waited longest. */
  takeOne(): string[] {
    if (this.#lastNews.length > 0) return this.#lastNews.splice(0);
    const entry = this.#longestPending;
    if (entry === undefined) return this.#adapters.takeOne();
    this.#pending.delete(entry);
    return this.#newsOf(entry, "whole");
  }

  get #longestPending(): RegisteredSession | undefined {
    return this.#held.firstFree(this.#pending, ({ id, adapter }) => [id, adapter]);
  }

  #includes({ id, adapter }: RegisteredSession): boolean {
    const { enabled, sessions, adapters } = this.#filter;
    if (sessions.length === 0 && adapters.length === 0) return enabled;
    return enabled && (sessions.includes(id) || (adapter !== undefined && adapters.includes(adapter)));
  }

  #includesAdapter(id: string): boolean {
    const { sessions, adapters } = this.#filter;
    return adapters.includes(id) || (sessions.length === 0 && adapters.length === 0);
  }

  #happened(entry: RegisteredSession): void {
    if (!this.#includes(entry)) return;
    // A session that began after the subscription did is told from its beginning.
    if (!this.#feeds.has(entry)) {
      if (entry.isClosed) return;
      this.#begin(entry, { sequence: 0, cursor: 0, output: new RedactedOutput() });
    }
    this.#pending.add(entry);
    if (entry.isClosed) this.#letGo();
    this.#onPending();
  }

  /** A client that does not read must not keep what others have closed: of those, how they ended is enough. */
  #letGo(): void {
    const closed = [...this.#pending].filter(({ isClosed }) => isClosed);
    if (closed.length <= MAX_CLOSED_SESSIONS) return;
    this.#pending.delete(closed[0]);
    this.#lastNews.push(...this.#newsOf(closed[0], "without_output"));
    if (this.#lastNews.length > MAX_LAST_NEWS) this.#lastNews.shift();
  }

  #startFromNow(entry: RegisteredSession): void {
    if (this.#feeds.has(entry)) return;
    const { sequence, transcriptCursor: cursor, isFinished } = entry.session;
    // A secret whose beginning was written before must not be told from its middle.
    const { text: after } = entry.session.transcriptSince(Math.max(0, cursor - CONTEXT_CHARS));
    this.#begin(entry, { sequence, cursor, output: new RedactedOutput(after) });
    if (isFinished && !this.#toldExits.has(entry)) this.#happened(entry);
  }

  /** Looked up at the beginning: an adapter that was closed is no longer to be found when its last words are told. */
  #begin(entry: RegisteredSession, feed: Omit<Feed, "tellsOutput">): void {
    const { adapter: id } = entry;
    const tellsOutput =
      id === undefined ||
      (this.#adapterRegistry.has(id) && this.#adapterRegistry.get(id).adapter.manifest.grants("transcript.read"));
    this.#feeds.set(entry, { ...feed, tellsOutput });
  }

  #forget(entry: RegisteredSession): void {
    this.#feeds.delete(entry);
    this.#pending.delete(entry);
  }

  #newsOf(entry: RegisteredSession, how: "whole" | "without_output"): string[] {
    const feed = this.#feeds.get(entry);
    if (feed === undefined) return [];
    if (entry.isClosed) this.#feeds.delete(entry);
    const { id, session } = entry;
    const { sequence } = session;
    const news: string[] = [];
    if (sequence > feed.sequence) news.push(newsText("session.changed", { session: id, sequence }));
    feed.sequence = sequence;
    const isOutputLeft = feed.cursor < session.transcriptCursor;
    const output = how === "whole" ? this.#outputSince(feed, entry) : { text: "", dropped: isOutputLeft };
    if (feed.tellsOutput && (output.text !== "" || output.dropped))
      news.push(
        newsText("session.output", {
          session: id,
          sequence,
          output: output.text,
          ...(output.dropped ? { dropped: true as const } : {}),
        }),
      );
    const status = session.exitStatus;
    if (status !== undefined && !this.#toldExits.has(entry)) {
      this.#toldExits.add(entry);
      const exit = { ...exitFields(status), ...rawErrorField(session) };
      news.push(newsText("session.exited", { session: id, sequence, ...exit }));
    }
    return news;
  }

  #outputSince(feed: Feed, { session }: RegisteredSession): { text: string; dropped: boolean } {
    const { text, dropped } = session.transcriptSince(feed.cursor);
    feed.cursor = session.transcriptCursor;
    const redacted = feed.output.push(text, { isCut: dropped, isLast: session.isFinished });
    return { text: redacted, dropped };
  }
}

import { Disclosed, redactedText, RedactedOutput } from "../../disclosure/index.js";
import type { Since } from "../../api/index.js";
import { exitFields } from "../../api/index.js";
import { rawErrorField } from "../registry/session-registry.js";
import type { AdapterRegistry } from "../registry/adapter-registry.js";
import { AdapterFeed, notificationJson } from "./adapter-feed.js";
import { HeldIds } from "./held-ids.js";
import type { RegisteredSession, SessionRegistry } from "../registry/session-registry.js";

/** What a client can subscribe to. */
export interface Registries {
  readonly sessions: SessionRegistry;
  readonly adapters: AdapterRegistry;
}

export interface NotificationFilter {
  readonly enabled: boolean;
  /** If both lists are empty, everything is included. */
  readonly sessions: readonly string[];
  readonly adapters: readonly string[];
  /** From where on output is told, of sessions that were not told of before; from now on unless said. */
  readonly outputSince?: Since | undefined;
}

/** Earlier output that the redactor reads before it redacts new output; a private key has some 3,000 characters. */
const CONTEXT_CHARS = 8_192;

/** Closed sessions whose output is kept for a slow client. */
const MAX_CLOSED_SESSIONS = 64;
/** Last notifications, without output, of closed sessions beyond those. */
const MAX_LAST_NOTIFICATIONS = 4_096;

/** What one client has received about one session. */
interface Feed {
  sequence: number;
  cursor: number;
  output: RedactedOutput;
  /** An adapter's output is sent only if its plugin may read it. */
  readonly sendsOutput: boolean;
}

/**
 * The pending notifications of one connection. It holds no text: notifications are made from the sessions when the client can take
 * them. So a slow client gets fewer and larger ones, with `dropped` set where output is no longer kept.
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
  /** Of closed sessions whose output is no longer kept for this client. */
  readonly #lastNotifications: string[] = [];
  /** An exit is sent once per connection, also if notifications were disabled and enabled again in between. */
  readonly #sentExits = new WeakSet<RegisteredSession>();

  /** `onPending` is called when there is something to take. */
  constructor(registries: Registries, onPending: () => void) {
    this.#registry = registries.sessions;
    this.#adapterRegistry = registries.adapters;
    this.#adapters = new AdapterFeed(registries.adapters, this.#held, onPending);
    this.#onPending = onPending;
  }

  /** Throws, and changes nothing, if a session does not know where its output is to begin. */
  set(filter: NotificationFilter): void {
    const before = this.#filter;
    this.#filter = filter;
    let starts: (readonly [RegisteredSession, number])[];
    try {
      starts = this.#starts(filter.outputSince);
    } catch (error) {
      this.#filter = before;
      throw error;
    }
    this.#unwatch?.();
    this.#unwatch = filter.enabled ? this.#registry.watch((entry) => this.#happened(entry)) : undefined;
    for (const entry of this.#feeds.keys()) if (!this.#includes(entry)) this.#forget(entry);
    this.#adapters.set(filter.enabled ? (id) => this.#includesAdapter(id) : undefined);
    for (const [entry, cursor] of starts) this.#startFrom(entry, cursor);
  }

  /** Where the output begins of each session that is told of from now on. */
  #starts(since: Since | undefined): (readonly [RegisteredSession, number])[] {
    const fresh = this.#registry.all().filter((entry) => this.#includes(entry) && !this.#feeds.has(entry));
    return fresh.map((entry) => {
      const { session } = entry;
      return [entry, since === undefined ? session.transcriptCursor : session.transcriptCursorAt(since)] as const;
    });
  }

  close(): void {
    this.set({ enabled: false, sessions: [], adapters: [] });
  }

  get hasPending(): boolean {
    return this.#lastNotifications.length > 0 || this.#longestPending !== undefined || this.#adapters.hasPending;
  }

  /** Holds back the notifications of these sessions and adapters until the returned function is called. A session may be meant by its name. */
  hold(ids: readonly string[]): () => void {
    return this.#held.hold(ids.map((id) => this.#registry.idOf(id)));
  }

  /** The notifications about the session that has waited longest. */
  takeOne(): string[] {
    if (this.#lastNotifications.length > 0) return this.#lastNotifications.splice(0);
    const entry = this.#longestPending;
    if (entry === undefined) return this.#adapters.takeOne();
    this.#pending.delete(entry);
    return this.#notificationsOf(entry, "whole");
  }

  get #longestPending(): RegisteredSession | undefined {
    return this.#held.firstFree(this.#pending, ({ id, adapter }) => [id, adapter]);
  }

  #includes({ id, name, adapter }: RegisteredSession): boolean {
    const { enabled, sessions, adapters } = this.#filter;
    if (sessions.length === 0 && adapters.length === 0) return enabled;
    const isNamed = name !== undefined && sessions.includes(name);
    return enabled && (isNamed || sessions.includes(id) || (adapter !== undefined && adapters.includes(adapter)));
  }

  #includesAdapter(id: string): boolean {
    const { sessions, adapters } = this.#filter;
    return adapters.includes(id) || (sessions.length === 0 && adapters.length === 0);
  }

  #happened(entry: RegisteredSession): void {
    if (!this.#includes(entry)) return;
    // A session that started after the subscription is reported from its start.
    if (!this.#feeds.has(entry)) {
      if (entry.isClosed) return;
      this.#begin(entry, { sequence: 0, cursor: 0, output: outputOf(entry, "") });
    }
    this.#pending.add(entry);
    if (entry.isClosed) this.#letGo();
    this.#onPending();
  }

  /** A client that does not read must not keep closed sessions in memory: for those, how they ended is enough. */
  #letGo(): void {
    const closed = [...this.#pending].filter(({ isClosed }) => isClosed);
    if (closed.length <= MAX_CLOSED_SESSIONS) return;
    this.#pending.delete(closed[0]);
    this.#lastNotifications.push(...this.#notificationsOf(closed[0], "without_output"));
    if (this.#lastNotifications.length > MAX_LAST_NOTIFICATIONS) this.#lastNotifications.shift();
  }

  #startFrom(entry: RegisteredSession, cursor: number): void {
    const { sequence, isFinished, transcriptCursor } = entry.session;
    // The rest of a secret that began earlier must be redacted too.
    const { text } = entry.session.transcriptSince(Math.max(0, cursor - CONTEXT_CHARS));
    const context = text.slice(0, Math.max(0, text.length - (transcriptCursor - cursor)));
    this.#begin(entry, { sequence, cursor, output: outputOf(entry, context) });
    const tellsExit = isFinished && !this.#sentExits.has(entry);
    if (tellsExit || cursor < transcriptCursor) this.#happened(entry);
  }

  /** Looked up at the start: a closed adapter is no longer in the registry when its last output is sent. */
  #begin(entry: RegisteredSession, feed: Omit<Feed, "sendsOutput">): void {
    const { adapter: id } = entry;
    const sendsOutput =
      id === undefined ||
      (this.#adapterRegistry.has(id) && this.#adapterRegistry.get(id).adapter.manifest.grants("transcript.read"));
    this.#feeds.set(entry, { ...feed, sendsOutput });
  }

  #forget(entry: RegisteredSession): void {
    this.#feeds.delete(entry);
    this.#pending.delete(entry);
  }

  #notificationsOf(entry: RegisteredSession, how: "whole" | "without_output"): string[] {
    const feed = this.#feeds.get(entry);
    if (feed === undefined) return [];
    if (entry.isClosed) this.#feeds.delete(entry);
    const { id, name, session } = entry;
    const { sequence } = session;
    const about = { session: id, ...(name === undefined ? {} : { name: redactedText(name) }), sequence };
    const notifications: string[] = [];
    if (sequence > feed.sequence) notifications.push(notificationJson("session.changed", about));
    feed.sequence = sequence;
    const isOutputLeft = feed.cursor < session.transcriptCursor;
    const output = how === "whole" ? this.#outputSince(feed, entry) : { text: "", dropped: isOutputLeft };
    if (feed.sendsOutput && (output.text !== "" || output.dropped))
      notifications.push(
        notificationJson(
          "session.output",
          new Disclosed({
            ...about,
            output: output.text,
            ...(output.dropped ? { dropped: true as const } : {}),
          }),
        ),
      );
    const status = session.exitStatus;
    if (status !== undefined && !this.#sentExits.has(entry)) {
      this.#sentExits.add(entry);
      const exit = { ...exitFields(status), ...rawErrorField(session) };
      notifications.push(notificationJson("session.exited", { ...about, ...exit }));
    }
    return notifications;
  }

  #outputSince(feed: Feed, { session, secrets }: RegisteredSession): { text: string; dropped: boolean } {
    secrets().look();
    const { text, dropped } = session.transcriptSince(feed.cursor);
    feed.cursor = session.transcriptCursor;
    const redacted = feed.output.push(text, { isCut: dropped, isLast: session.isFinished });
    return { text: redacted, dropped };
  }
}

const outputOf = ({ secrets }: RegisteredSession, after: string): RedactedOutput =>
  new RedactedOutput(secrets().policy, after);

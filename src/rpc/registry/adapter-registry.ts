import type { Adapter } from "../../plugins/adapter/index.js";
import { MAX_ADAPTERS, SessionClosedError, shown } from "../../base/index.js";
import type { ExtensionState, Look } from "../../plugins/extension/index.js";
import type { EndReport, Session } from "../../core/session/index.js";
import { logger } from "../../home/logging/index.js";
import { RecentEvents } from "../notifications/recent-events.js";
import { RpcError, invalidParams } from "../../disclosure/index.js";
import type { IdReservation } from "./ids.js";
import { Ids, setInOrder } from "./ids.js";
import type { RegisteredSession, SessionRegistry } from "./session-registry.js";

const log = logger("rpc");

/** An adapter with its id, and what subscribers are notified of. */
export interface RegisteredAdapter {
  readonly id: string;
  readonly adapter: Adapter;
  readonly session: RegisteredSession;
  readonly redact: RedactState;
  /** Redacted. */
  readonly events: RecentEvents;
  /** Goes up with every change of the state. */
  stateVersion: number;
  state: ExtensionState | undefined;
  /** Goes up whenever the plugin no longer recognises its program; `drift` is the state found then. */
  driftVersion: number;
  drift: ExtensionState | undefined;
  /** Waits and turns under way or in line, of all connections. */
  waits: number;
  /** It was closed; no events follow. */
  isClosed: boolean;
}

/** Removes secrets from a state before clients get it. */
export type RedactState = (look: Look, adapter: Adapter) => ExtensionState;

export interface AdapterReservation extends IdReservation {
  readonly session: IdReservation;
}

export type AdapterWatcher = (entry: RegisteredAdapter) => void;

/** The adapters of one server, by id, in the order of their creation. */
export class AdapterRegistry {
  readonly #sessions: SessionRegistry;
  readonly #adapters = new Map<string, RegisteredAdapter>();
  readonly #watchers = new Map<AdapterWatcher, (id: string) => boolean>();
  readonly #listening = new Map<RegisteredAdapter, () => void>();
  readonly #ids = new Ids("e");
  #starting = 0;
  #isClosing = false;

  constructor(sessions: SessionRegistry) {
    this.#sessions = sessions;
  }

  /** The ids of the next adapter and of its session. */
  reserve(): AdapterReservation {
    const [own, session] = [this.#ids.reserve(), this.#sessions.reserve()];
    return {
      id: own.id,
      session,
      release: () => {
        own.release();
        session.release();
      },
    };
  }

  /** Starts and registers an adapter. If the start fails, the caller has to release the ids. */
  async add(
    start: () => Promise<Adapter>,
    reserved: AdapterReservation,
    redact: RedactState,
  ): Promise<RegisteredAdapter> {
    if (this.#adapters.size + this.#starting >= MAX_ADAPTERS)
      throw new RpcError("internal_error", `there are ${MAX_ADAPTERS} adapters already; close some of them first`);
    this.#starting++;
    try {
      return await this.#add(start, reserved, redact);
    } finally {
      this.#starting--;
    }
  }

  async #add(
    start: () => Promise<Adapter>,
    { id, session: sessionId }: AdapterReservation,
    redact: RedactState,
  ): Promise<RegisteredAdapter> {
    let adapter: Adapter | undefined;
    const started = async (): Promise<Session> => {
      const arrived = await start();
      if (this.#isClosing) throw await ended(arrived);
      return (adapter = arrived).session;
    };
    const session = await this.#sessions.add(started, sessionId, { adapter: id });
    if (adapter === undefined || session.isClosed) throw await ended(adapter);
    const entry: RegisteredAdapter = {
      id,
      adapter,
      session,
      redact,
      events: new RecentEvents(),
      stateVersion: 0,
      state: undefined,
      driftVersion: 0,
      drift: undefined,
      waits: 0,
      isClosed: false,
    };
    setInOrder(this.#adapters, id, entry);
    if (log.isEnabled("info"))
      log.info("an adapter was started", { adapter: id, plugin: adapter.manifest.name, session: session.id });
    this.#listen(entry);
    return entry;
  }

  get(id: string): RegisteredAdapter {
    const entry = this.#adapters.get(id);
    if (entry === undefined)
      throw invalidParams("adapter", `adapter ${shown(id)} does not exist; adapter.live has those that do`);
    return entry;
  }

  has(id: string): boolean {
    return this.#adapters.has(id);
  }

  list(): readonly RegisteredAdapter[] {
    return [...this.#adapters.values()];
  }

  async remove(id: string): Promise<EndReport> {
    const entry = this.get(id);
    this.#adapters.delete(id);
    this.#stopListening(entry);
    entry.isClosed = true;
    this.#notify(entry);
    const report = await this.#sessions.removeOwned(entry.session, () => entry.adapter.close());
    log.info("an adapter was closed", { adapter: id });
    return report;
  }

  /** Calls back when something happened to an adapter that `includes` accepts. Adapters are classified in the background only while watched. */
  watch(watcher: AdapterWatcher, includes: (id: string) => boolean): () => void {
    this.#watchers.set(watcher, includes);
    for (const entry of this.list()) this.#listen(entry);
    return () => {
      this.#watchers.delete(watcher);
      for (const entry of this.list()) if (!this.#isWatched(entry)) this.#stopListening(entry);
    };
  }

  /** Closes every adapter; one that is being started is closed when it has started. */
  async close(): Promise<void> {
    this.#isClosing = true;
    // What is left of their sessions is closed with those.
    await Promise.allSettled(this.list().map(({ id }) => this.remove(id)));
  }

  #isWatched({ id }: RegisteredAdapter): boolean {
    return [...this.#watchers.values()].some((includes) => includes(id));
  }

  #listen(entry: RegisteredAdapter): void {
    if (this.#listening.has(entry) || !this.#isWatched(entry)) return;
    const { adapter, events, redact } = entry;
    const stop = adapter.handle.on((event) => {
      if (event.type === "event" || (event.type === "classified" && !event.state.events?.length)) return;
      const state = redact(event.look, adapter);
      if (event.type === "classified") {
        events.push(state.events ?? []);
      } else if (event.type === "drift") {
        entry.drift = state;
        entry.driftVersion++;
      } else {
        entry.state = state;
        entry.stateVersion++;
      }
      this.#notify(entry);
    });
    this.#listening.set(entry, stop);
  }

  #stopListening(entry: RegisteredAdapter): void {
    this.#listening.get(entry)?.();
    this.#listening.delete(entry);
  }

  #notify(entry: RegisteredAdapter): void {
    for (const [watcher, includes] of this.#watchers) if (includes(entry.id)) watcher(entry);
  }
}

/** Closes through the adapter, so that its plugin's thread ends too. Returns the error for whoever started it. */
async function ended(adapter: Adapter | undefined): Promise<SessionClosedError> {
  await adapter?.close();
  return new SessionClosedError("the server is stopping; the adapter was ended again");
}

import { basename } from "node:path";
import { MAX_SESSIONS, PtywrightError, shown } from "../../base/index.js";
import type { Session } from "../../core/session/index.js";
import { logger } from "../../home/logging/index.js";
import { exitFields } from "../../api/index.js";
import { RpcError, invalidParams } from "../../disclosure/index.js";
import type { IdReservation } from "./ids.js";
import { Ids, setInOrder } from "./ids.js";

const log = logger("rpc");

/** A session with its id. */
export interface RegisteredSession {
  readonly id: string;
  readonly session: Session;
  /** The adapter that owns it, if any; clients then cannot use it by its own id. */
  readonly adapter: string | undefined;
  /** It was closed; no events follow. */
  isClosed: boolean;
}

export type SessionWatcher = (entry: RegisteredSession) => void;

/** The sessions of one server, by id, in the order of their creation. */
export class SessionRegistry {
  readonly #sessions = new Map<string, RegisteredSession>();
  readonly #watchers = new Set<SessionWatcher>();
  readonly #ids = new Ids("s");
  #starting = 0;
  #isClosed = false;

  /** Reserves the next id before the start, so that ids follow the order of the requests. */
  reserve(): IdReservation {
    return this.#ids.reserve();
  }

  /** Starts and registers a session; a server that is closing ends it again at once. `adapter` names its owner. */
  async add(start: () => Promise<Session>, reserved: IdReservation, adapter?: string): Promise<RegisteredSession> {
    if (this.#isClosed) throw new RpcError("internal_error", "the server is stopping; no session is started any more");
    if (this.#sessions.size + this.#starting >= MAX_SESSIONS)
      throw new RpcError("internal_error", `there are ${MAX_SESSIONS} sessions already; close some of them first`);
    this.#starting++;
    let session;
    try {
      session = await start();
    } catch (error) {
      log.info("a program could not be started", { reason: error instanceof PtywrightError ? error.code : "unknown" });
      throw error;
    } finally {
      this.#starting--;
    }
    const entry = { id: reserved.id, session, adapter, isClosed: false };
    setInOrder(this.#sessions, reserved.id, entry);
    const notify = (): void => this.#notify(entry);
    session.on("changed", notify);
    session.on("exited", notify);
    if (log.isEnabled("info")) this.#log(entry);
    if (this.#isClosed) await this.#remove(entry);
    return entry;
  }

  get(id: string): Session {
    return this.#entry(id).session;
  }

  /** Including those of adapters. */
  all(): readonly RegisteredSession[] {
    return [...this.#sessions.values()];
  }

  list(): readonly RegisteredSession[] {
    return this.all().filter(({ adapter }) => adapter === undefined);
  }

  /** Closes a session and forgets its id. */
  async remove(id: string): Promise<RegisteredSession> {
    const entry = this.#entry(id);
    await this.#remove(entry);
    return entry;
  }

  /** The same for one that its adapter closes. */
  async removeOwned(entry: RegisteredSession, close: () => Promise<unknown>): Promise<void> {
    await this.#remove(entry, close);
  }

  async #remove(entry: RegisteredSession, close: () => Promise<unknown> = () => entry.session.close()): Promise<void> {
    this.#sessions.delete(entry.id);
    await close();
    log.info("a session was closed", { session: entry.id });
    entry.isClosed = true;
    this.#notify(entry);
  }

  /** Calls back whenever a session has changed or exited; the returned function ends it. */
  watch(watcher: SessionWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Refuses new sessions from now on. */
  stop(): void {
    this.#isClosed = true;
  }

  /** Ends every session; none can be started after it. */
  async close(): Promise<void> {
    this.stop();
    await Promise.all(this.all().map((entry) => this.#remove(entry)));
  }

  #log({ id, session, adapter }: RegisteredSession): void {
    const { pid, program } = session;
    const owner = adapter === undefined ? {} : { adapter };
    log.info("a session was created", { session: id, ...owner, program: basename(program), pid });
    session.on("exited", () => log.info("a program has ended", { session: id, ...exitFields(session.exitStatus) }));
  }

  #entry(id: string): RegisteredSession {
    const entry = this.#sessions.get(id);
    if (entry === undefined)
      throw invalidParams("session", `session ${shown(id)} does not exist; session.list has those that do`);
    if (entry.adapter !== undefined)
      throw invalidParams("session", `session ${shown(id)} belongs to adapter ${entry.adapter}; use adapter.* for it`);
    return entry;
  }

  #notify(entry: RegisteredSession): void {
    for (const watcher of this.#watchers) watcher(entry);
  }
}

/** Why the raw transcript file is incomplete: the system's error code, without a path. */
export function rawErrorField({ rawTranscriptError: error }: Session): { readonly rawTranscriptError?: string } {
  if (error === undefined) return {};
  return { rawTranscriptError: (error.cause as NodeJS.ErrnoException | undefined)?.code ?? "unknown" };
}

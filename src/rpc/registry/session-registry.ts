import { basename } from "node:path";
import { InvalidArgumentError, MAX_SESSIONS, PtywrightError, StillRunningError, shown } from "../../base/index.js";
import type { EndReport, Session, SessionSecrets } from "../../core/session/index.js";
import { logger } from "../../home/logging/index.js";
import { checkSessionName, exitFields, nameTaken } from "../../api/index.js";
import { RpcError, invalidParams } from "../../disclosure/index.js";
import type { IdReservation } from "./ids.js";
import { Ids, setInOrder } from "./ids.js";
import { LentSizes } from "./lent-sizes.js";

const log = logger("rpc");

/** A session with its id. */
export interface RegisteredSession {
  readonly id: string;
  /** What a client called it; stands for the id. */
  readonly name: string | undefined;
  readonly session: Session;
  readonly sizes: LentSizes;
  /** What it has shown that must not be told. */
  readonly secrets: () => SessionSecrets;
  /** The adapter that owns it, if any; clients then cannot use it by its own id. */
  readonly adapter: string | undefined;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Where it was started, unless where the server was. */
  readonly cwd: string | undefined;
  /** By the clock of performance.now. */
  readonly createdAt: number;
  /** It was closed; no events follow. */
  isClosed: boolean;
}

export type SessionWatcher = (entry: RegisteredSession) => void;

/** The sessions of one server, by id, in the order of their creation. */
export class SessionRegistry {
  readonly #sessions = new Map<string, RegisteredSession>();
  readonly #watchers = new Set<SessionWatcher>();
  readonly #ids = new Ids("s");
  /** The ids of those that have a name, also of those that are being started. */
  readonly #named = new Map<string, string>();
  #starting = 0;
  #isClosed = false;

  /** Reserves the next id before the start, so that ids follow the order of the requests. */
  reserve(): IdReservation {
    return this.#ids.reserve();
  }

  /** Gives a session that is about to be started a name; what it returns takes it away again. */
  giveName(name: string | undefined, id: string): () => void {
    if (name === undefined) return () => undefined;
    checkSessionName(name);
    const other = this.#named.get(name);
    if (other !== undefined) throw nameTaken(name, `session ${other}`);
    this.#named.set(name, id);
    return () => void this.#named.delete(name);
  }

  /** The id of a session that is known by its id or by its name. */
  idOf(idOrName: string): string {
    return this.#named.get(idOrName) ?? idOrName;
  }

  /** Both, of one that there is. */
  namesOf(idOrName: string): readonly string[] | undefined {
    const entry = this.#sessions.get(this.idOf(idOrName));
    return entry && (entry.name === undefined ? [entry.id] : [entry.id, entry.name]);
  }

  /** Starts and registers a session; a server that is closing ends it again at once. `adapter` names its owner. */
  async add(
    start: () => Promise<Session>,
    reserved: IdReservation,
    about: Partial<Pick<RegisteredSession, "adapter" | "name" | "command" | "cwd">> = {},
  ): Promise<RegisteredSession> {
    if (this.#isClosed) throw new RpcError("internal_error", "the server is stopping; no session is started any more");
    if (this.#sessions.size + this.#starting >= MAX_SESSIONS)
      throw new RpcError("internal_error", `there are ${MAX_SESSIONS} sessions already; close some of them first`);
    this.#starting++;
    let session: Session, secretsOf: (session: Session) => SessionSecrets;
    try {
      // A server that has just started, and no session yet, does without all that a session needs.
      [session, { secretsOf }] = await Promise.all([start(), import("../../core/session/index.js")]);
    } catch (error) {
      log.info("a program could not be started", { reason: error instanceof PtywrightError ? error.code : "unknown" });
      throw error;
    } finally {
      this.#starting--;
    }
    const { adapter, name, command = [session.program], cwd } = about;
    const entry: RegisteredSession = {
      ...{ id: reserved.id, name, adapter, command, cwd, session },
      secrets: () => secretsOf(session),
      sizes: new LentSizes(session),
      createdAt: performance.now(),
      isClosed: false,
    };
    setInOrder(this.#sessions, reserved.id, entry);
    const notify = (): void => this.#notify(entry);
    session.on("changed", notify);
    session.on("exited", notify);
    if (log.isEnabled("info")) this.#log(entry);
    if (this.#isClosed) await this.#remove(entry);
    return entry;
  }

  /** There is none, and none is being started. */
  get isEmpty(): boolean {
    return this.#sessions.size === 0 && this.#starting === 0;
  }

  get(id: string): Session {
    return this.entry(id).session;
  }

  /** One that its own methods may name. */
  entry(id: string): RegisteredSession {
    const entry = this.#sessions.get(this.idOf(id));
    if (entry === undefined)
      throw new InvalidArgumentError(
        "session",
        `session ${shown(id)} does not exist; session.list has those that do`,
        "no_such_session",
      );
    if (entry.adapter !== undefined)
      throw invalidParams("session", `session ${shown(id)} belongs to adapter ${entry.adapter}; use adapter.* for it`);
    return entry;
  }

  /** Including those of adapters. */
  all(): readonly RegisteredSession[] {
    return [...this.#sessions.values()];
  }

  list(): readonly RegisteredSession[] {
    return this.all().filter(({ adapter }) => adapter === undefined);
  }

  /** Closes a session and forgets its id. */
  async remove(id: string): Promise<EndReport> {
    return this.#remove(this.entry(id));
  }

  /** The same for one that its adapter closes. */
  async removeOwned(entry: RegisteredSession, close: () => Promise<EndReport>): Promise<EndReport> {
    return this.#remove(entry, close);
  }

  async #remove(entry: RegisteredSession, close = () => entry.session.close()): Promise<EndReport> {
    this.#sessions.delete(entry.id);
    let report;
    try {
      report = await close();
    } catch (error) {
      // It can be closed again; a server that stops has no time for that.
      if (error instanceof StillRunningError && !this.#isClosed) setInOrder(this.#sessions, entry.id, entry);
      throw error;
    }
    log.info("a session was closed", { session: entry.id });
    entry.isClosed = true;
    if (entry.name !== undefined) this.#named.delete(entry.name);
    this.#notify(entry);
    return report;
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
    // Whoever does not end is in the log, and stays with the guardian.
    await Promise.allSettled(this.all().map((entry) => this.#remove(entry)));
  }

  #log({ id, session, adapter }: RegisteredSession): void {
    const { pid, program } = session;
    const owner = adapter === undefined ? {} : { adapter };
    log.info("a session was created", { session: id, ...owner, program: basename(program), pid });
    session.on("exited", () => log.info("a program has ended", { session: id, ...exitFields(session.exitStatus) }));
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

import { basename } from "node:path";
import { InvalidArgumentError, PtywrightError, SessionClosedError, mapConcurrent, shown } from "../base/index.js";
import type { Client, RemoteSession } from "../client/index.js";
import { ConnectionLostError } from "../client/index.js";
import type { TargetOptions } from "../core/target/index.js";
import { Target, childEnvironment } from "../core/target/index.js";
import { AgentSession } from "./agent-session.js";

/** More is more than a model keeps in mind, and each has processes. */
const MAX_OWN_SESSIONS = 16;
/** Shells that can mark their commands, for `terminal_run`. */
const MARKED = new Set(["bash", "zsh", "fish"]);
/** A name may be another client's; then the next is tried. */
const MAX_NAME_TRIES = 100;

/** The server that has the sessions. */
export interface Server {
  /** Called when the first session is started, and again if the server is lost. */
  readonly connect: () => Promise<Client>;
  /** It was started by somebody else, with another environment than ours. */
  readonly isShared: boolean;
}

export interface StartedProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly name: string | undefined;
  /** What a name begins with that nobody asked for; left out: as the program is called. */
  readonly stem?: string | undefined;
  readonly rows: number;
  readonly cols: number;
}

/** The sessions that our client has started. There are others in a shared server, of which it learns nothing. */
export class OwnSessions {
  readonly #server: Server;
  readonly #onChange: () => void;
  readonly #sessions = new Map<string, AgentSession>();
  #client: Promise<Client> | undefined;
  #shell: AgentSession | undefined;
  readonly #starting = new Set<Promise<AgentSession>>();
  #isEnding = false;

  constructor(server: Server, onChange: () => void) {
    this.#server = server;
    this.#onChange = onChange;
  }

  get all(): readonly AgentSession[] {
    return [...this.#sessions.values()];
  }

  /** The one for commands that are given none. */
  get shell(): AgentSession | undefined {
    return this.#shell !== undefined && this.all.includes(this.#shell) ? this.#shell : undefined;
  }

  set shell(session: AgentSession) {
    this.#shell = session;
  }

  /** The server that has them, which is started if there is none yet. */
  async client(): Promise<Client> {
    this.#client ??= this.#server.connect().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async start(wanted: StartedProgram): Promise<AgentSession> {
    if (this.#isEnding) throw new SessionClosedError("the client has gone; nothing is started for it");
    if (this.#isFull) await this.forgetGone();
    if (this.#isFull)
      throw new PtywrightError(
        "invalid_argument",
        `there are ${MAX_OWN_SESSIONS} sessions, which is the most; close one with terminal_close: ${this.#names()}`,
      );
    const starting = this.#started(wanted);
    this.#starting.add(starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  get #isFull(): boolean {
    return this.#sessions.size + this.#starting.size >= MAX_OWN_SESSIONS;
  }

  async #started(wanted: StartedProgram): Promise<AgentSession> {
    const client = await this.client();
    const { remote, name } = await this.#named(client, wanted);
    const session = new AgentSession(client, remote, name);
    this.#sessions.set(name, session);
    this.#onChange();
    return session;
  }

  /** One of them by its name; without a name, the only one. */
  get(name: string | undefined): AgentSession {
    const found = name === undefined ? this.#only() : this.find(name);
    if (found !== undefined) return found;
    const which = name === undefined ? "there are several sessions; say which" : `you have no session ${shown(name)}`;
    throw this.#sessions.size === 0
      ? new PtywrightError("no_such_session", "you have no session; start one with terminal_start")
      : new PtywrightError("no_such_session", `${which}: ${this.#names()}`);
  }

  find(name: string): AgentSession | undefined {
    return this.#sessions.get(name) ?? this.all.find(({ id }) => id === name);
  }

  /** Ends it with all that it started, unless somebody else has done so. */
  async close(session: AgentSession): Promise<void> {
    try {
      await session.remote.close();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    this.#forget([session]);
  }

  /** Forgets those that others have closed, which only the user of a shared server can; answers which. */
  async forgetGone(): Promise<readonly AgentSession[]> {
    const known = this.all;
    if (!this.#server.isShared || known.length === 0) return [];
    const there = new Set((await (await this.client()).sessions()).map(({ session }) => session));
    const gone = known.filter(({ id }) => !there.has(id));
    this.#forget(gone);
    return gone;
  }

  /** Forgets what an error says is not there any more. Answers what to tell instead of it. */
  async noticed(error: unknown): Promise<unknown> {
    // The server is gone, and its sessions with it: the next one is started in a new one.
    if (error instanceof ConnectionLostError) {
      this.#client = undefined;
      this.#forget(this.all);
    }
    if (!isGone(error)) return error;
    const gone = (await this.forgetGone()).map(({ name }) => name);
    return gone.length === 0
      ? error
      : new SessionClosedError(`the session ${gone.join(", ")} was closed by somebody else`, { cause: error });
  }

  /** Ends all of them, also those that are being started, and the connection: a server of our own ends with that. */
  async end(): Promise<void> {
    this.#isEnding = true;
    const connecting = this.#client;
    if (connecting === undefined) return;
    if (this.#server.isShared) {
      await Promise.allSettled(this.#starting);
      await mapConcurrent(this.all, (session) => session.remote.close().catch(() => undefined));
    }
    const client = await connecting.catch(() => undefined);
    await client?.close();
  }

  #forget(sessions: readonly AgentSession[]): void {
    const known = sessions.filter((session) => this.#sessions.get(session.name) === session);
    for (const { name } of known) this.#sessions.delete(name);
    if (known.length > 0) this.#onChange();
  }

  #only(): AgentSession | undefined {
    return this.#sessions.size === 1 ? this.all[0] : undefined;
  }

  #names(): string {
    return [...this.#sessions.keys()].join(", ");
  }

  /** Under the name that was asked for, or one that nobody has. */
  async #named(client: Client, wanted: StartedProgram): Promise<{ remote: RemoteSession; name: string }> {
    const { name: asked, stem = stemOf(wanted.program) } = wanted;
    if (asked !== undefined) {
      const remote = await this.#spawned(client, wanted, asked).catch((error: unknown) => {
        throw isTaken(error) ? takenBySomebody(asked, error) : error;
      });
      return { remote, name: asked };
    }
    for (let count = 1; ; count++) {
      const name = count === 1 ? stem : `${stem}-${count}`;
      if (this.#sessions.has(name)) continue;
      try {
        return { remote: await this.#spawned(client, wanted, name), name };
      } catch (error) {
        if (!isTaken(error) || count === MAX_NAME_TRIES) throw error;
      }
    }
  }

  /** A shell marks its commands if it can. */
  async #spawned(client: Client, wanted: StartedProgram, name: string): Promise<RemoteSession> {
    const { program, args, cwd, rows, cols } = wanted;
    const target = { program, args, cwd, size: { rows, cols }, ...this.#environment(wanted) };
    const start = (shellIntegration: boolean): Promise<RemoteSession> =>
      client.spawn(target, { name, shellIntegration });
    if (!MARKED.has(basename(program))) return start(false);
    try {
      return await start(true);
    } catch (error) {
      if (error instanceof InvalidArgumentError && error.field === "shellIntegration") return start(false);
      throw error;
    }
  }

  /** As if it were started here. */
  #environment({ program, cwd, env }: StartedProgram): Pick<TargetOptions, "env" | "clearEnv"> {
    if (!this.#server.isShared) return { env };
    return { env: { ...childEnvironment(Target.from({ program, cwd }), process.env), ...env }, clearEnv: true };
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof PtywrightError && ["no_such_session", "session_closed"].includes(error.code);

const isTaken = (error: unknown): error is PtywrightError =>
  error instanceof PtywrightError && error.code === "name_taken";

/** Whose a name is, in a shared server, is not for our client. */
const takenBySomebody = (name: string, cause: unknown): PtywrightError =>
  new PtywrightError("name_taken", `the name ${shown(name)} is taken; choose another, or leave it out`, { cause });

/** A name of ours: a letter first, and not like an id of the server. */
function stemOf(program: string): string {
  const stem = basename(program)
    .replaceAll(/[^\w.-]+/g, "-")
    .slice(0, 32);
  return /^[a-z]/i.test(stem) && !/^[a-z]\d+$/i.test(stem) ? stem : `program-${stem}`.replace(/-+$/, "");
}

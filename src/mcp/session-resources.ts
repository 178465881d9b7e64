import { PtywrightError, shown } from "../base/index.js";
import { EscapeStripper } from "../core/transcript/index.js";
import type { AgentSession } from "./agent-session.js";
import { wholeText } from "./changed-rows.js";
import type { OwnSessions } from "./own-sessions.js";

/** Of a log, its end: a client may hand all of it to a model. */
const MAX_LOG_CHARS = 65_536;
/** A client that is told of every change of a busy screen would read it all the time. */
const TELL_AGAIN_MS = 500;
const KINDS = { screen: "what it shows now", log: "what it has written, the last 65,536 characters" } as const;

type Kind = keyof typeof KINDS;

export interface SessionResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: "text/plain";
}

const uriOf = (name: string, kind: Kind): string => `session://${name}/${kind}`;

/** The screens and logs of our sessions, as resources. */
export class SessionResources {
  readonly #sessions: OwnSessions;
  readonly #onUpdate: (uri: string) => void;
  readonly #watched = new WeakSet<AgentSession>();
  readonly #end = new AbortController();

  constructor(sessions: OwnSessions, onUpdate: (uri: string) => void) {
    this.#sessions = sessions;
    this.#onUpdate = onUpdate;
  }

  async list(): Promise<readonly SessionResource[]> {
    await this.#noticing(() => this.#sessions.forgetGone());
    return this.#sessions.all.flatMap(({ name }) =>
      (Object.keys(KINDS) as Kind[]).map((kind) => ({
        uri: uriOf(name, kind),
        name: `${name} ${kind}`,
        description: `Session ${name}: ${KINDS[kind]}`,
        mimeType: "text/plain" as const,
      })),
    );
  }

  async read(uri: string): Promise<string> {
    const [session, kind] = this.#find(uri);
    return this.#noticing(async () =>
      kind === "screen"
        ? wholeText((await session.remote.snapshot({ cells: false })).lines)
        : plainText(await session.remote.transcript()).slice(-MAX_LOG_CHARS),
    );
  }

  /** From now on `onUpdate` is told when one changes. */
  watch(uri: string): void {
    this.#watch(this.#find(uri)[0]);
  }

  watchAll(): void {
    for (const session of this.#sessions.all) this.#watch(session);
  }

  close(): void {
    this.#end.abort();
  }

  #watch(session: AgentSession): void {
    if (this.#watched.has(session)) return;
    this.#watched.add(session);
    void this.#follow(session).catch(() => undefined);
  }

  async #follow({ remote, name }: AgentSession): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tell = (): void => {
      timer = undefined;
      for (const kind of Object.keys(KINDS) as Kind[]) this.#onUpdate(uriOf(name, kind));
    };
    for await (const { method } of remote.notifications({ signal: this.#end.signal })) {
      if (method === "session.changed" || method === "session.exited") timer ??= setTimeout(tell, TELL_AGAIN_MS);
      if (method === "session.exited") return;
    }
    clearTimeout(timer);
  }

  async #noticing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await this.#sessions.noticed(error);
    }
  }

  #find(uri: string): [AgentSession, Kind] {
    const [, name, kind] = /^session:\/\/([^/]+)\/(screen|log)$/.exec(uri) ?? [];
    const session = name === undefined ? undefined : this.#sessions.find(name);
    if (session !== undefined) return [session, kind as Kind];
    throw new PtywrightError("no_such_session", `there is no resource ${shown(uri)}; terminal_list has your sessions`);
  }
}

/** Without escape sequences and what else is for terminals. */
const plainText = (output: string): string =>
  new EscapeStripper()
    .strip(output)
    // What a carriage return parts was not read as one when secrets were covered.
    .replaceAll(/\r+\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "");

import type { ExitFields } from "../api/index.js";
import { WaitTimeoutError } from "../api/index.js";
import { SessionClosedError } from "../base/index.js";
import type { Client, RemoteSession } from "../client/index.js";
import { Matcher } from "../core/matcher/index.js";
import { MAX_SCREEN_CHARS, firstLines } from "./bounded-text.js";
import type { ScreenRows } from "./changed-rows.js";
import { changedRows } from "./changed-rows.js";
import type { RunningCommand } from "./running-command.js";

/** A screen that was not drawn on for so long is taken for complete. */
const STILL_MS = 150;
/** After what was waited for, only the rest of what is being drawn is missing. */
const REST_STILL_MS = 40;
const REST_LIMIT_MS = 400;

/** What a model is told of a session. */
export interface ShownScreen {
  readonly cursor?: readonly number[];
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  /** All rows. */
  readonly screen?: string;
  /** Those that changed or were asked for, with their numbers. */
  readonly rows?: string;
  readonly note?: string | undefined;
}

interface ShownOptions {
  readonly isWhole?: boolean;
  readonly note?: string | undefined;
  /** No rows: they are still to be told then. */
  readonly quiet?: boolean | undefined;
}

const noteOf = (note: string | undefined): Pick<ShownScreen, "note"> => (note === undefined ? {} : { note });

/** How a screen was when it was looked at. */
interface Look extends ScreenRows {
  readonly cursor: { readonly row: number; readonly col: number };
  readonly exit: ExitFields | undefined;
}

/** A session that our client has started, and what it has been told of it. */
export class AgentSession {
  readonly name: string;
  readonly id: string;
  readonly remote: RemoteSession;
  /** The shell's command that has not ended yet, if somebody waits for one. */
  running: RunningCommand | undefined;
  readonly #client: Client;
  #told: ScreenRows | undefined;

  constructor(client: Client, remote: RemoteSession, name: string) {
    this.#client = client;
    this.remote = remote;
    this.id = remote.id;
    this.name = name;
  }

  /** Resolves when the screen has changed since the last input and is still, or after the limit; tells which. */
  async settled(limitMs: number, signal: AbortSignal): Promise<"still" | "unchanged" | "changing"> {
    try {
      const matcher = Matcher.all([Matcher.changed(), Matcher.screenStable(STILL_MS)]);
      await this.remote.waitFor(matcher, { since: "input", timeoutMs: limitMs, result: "none", signal });
      return "still";
    } catch (error) {
      if (error instanceof WaitTimeoutError)
        return error.quietMs === undefined || error.quietMs >= STILL_MS ? "unchanged" : "changing";
      if (error instanceof SessionClosedError) return "still";
      throw error;
    }
  }

  /** Gives the program a moment to complete what it draws. */
  async drawn(signal: AbortSignal): Promise<void> {
    try {
      const how = { timeoutMs: REST_LIMIT_MS, result: "none", signal } as const;
      await this.remote.waitFor(Matcher.screenStable(REST_STILL_MS), how);
    } catch (error) {
      if (!(error instanceof WaitTimeoutError) && !(error instanceof SessionClosedError)) throw error;
    }
  }

  /** What changed on the screen since it was last told, or all of it. */
  async shown(options: ShownOptions = {}): Promise<ShownScreen> {
    const now = await this.#look();
    if (options.quiet === true) return { ...header(now), ...noteOf(options.note) };
    const { isWhole, text } = changedRows(now, options.isWhole === true ? undefined : this.#told);
    this.#told = now;
    const { text: told, leftOut } = firstLines(text, MAX_SCREEN_CHARS);
    const notes = [
      ...(options.note === undefined ? [] : [options.note]),
      ...(leftOut === 0 ? [] : [`${leftOut} rows left out; read them with terminal_read, from and to`]),
    ];
    return {
      ...header(now),
      ...(isWhole ? { screen: told } : told === "" ? {} : { rows: told }),
      ...noteOf(notes.length === 0 ? undefined : notes.join("; ")),
    };
  }

  /** What is on the screen now counts as told. */
  async markTold(signal: AbortSignal): Promise<void> {
    await this.drawn(signal);
    this.#told = await this.#look();
  }

  /** The screen, and whether the program has ended: in this order, so that nothing comes after an end. */
  async #look(): Promise<Look> {
    const exit = await this.exit();
    const { lines, cursor, size, alternateScreen } = await this.remote.snapshot({ cells: false });
    return { lines, cursor, cols: size.cols, isAlternate: alternateScreen, exit };
  }

  /** How the program ended; undefined while it runs. */
  async exit(): Promise<ExitFields | undefined> {
    const mine = (await this.#client.sessions()).find(({ session }) => session === this.id);
    if (mine === undefined) throw new SessionClosedError(`the session ${this.name} was closed`);
    const { exitCode, signal } = mine;
    return exitCode === undefined && signal === undefined ? undefined : { exitCode, signal };
  }
}

/** What stands before every screen. */
export function header({ cursor, exit }: Pick<Look, "cursor" | "exit">): ShownScreen {
  return exit ?? { cursor: [cursor.row, cursor.col] };
}

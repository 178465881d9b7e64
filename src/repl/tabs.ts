import type { Client } from "../client/index.js";

/** A session or an adapter that can be looked at. */
export interface Tab {
  readonly kind: "session" | "adapter";
  readonly id: string;
  /** Its session: itself, or an adapter's. */
  readonly session: string;
  /** Its name, if it has one. */
  readonly name: string | undefined;
  /** What it runs: a command, or a plugin. */
  readonly what: string;
  readonly isOver: boolean;
}

export const labelOf = ({ id, name, kind, what }: Tab): string => name ?? (kind === "adapter" ? `${id}:${what}` : id);

/** What there is in the server, and which of it is looked at. */
export class Tabs {
  #all: readonly Tab[] = [];
  #current: string | undefined;
  #plugins: readonly string[] = [];

  get all(): readonly Tab[] {
    return this.#all;
  }

  get current(): Tab | undefined {
    return this.#all.find(({ id }) => id === this.#current);
  }

  get plugins(): readonly string[] {
    return this.#plugins;
  }

  /** Asks the server. */
  async refresh(client: Client, signal: AbortSignal): Promise<void> {
    const [{ details = [] }, { adapters }, { plugins }] = await Promise.all([
      client.request("session.list", { details: true }, { signal }),
      client.request("adapter.live", {}, { signal }),
      client.request("adapter.list", {}, { signal }),
    ]);
    this.#plugins = plugins.map(({ name }) => name);
    this.#all = [
      ...details.map(({ session, name, command, exit_code: code, signal }): Tab => {
        const isOver = code !== undefined || signal !== undefined;
        return { kind: "session", id: session, session, name, what: command, isOver };
      }),
      ...adapters.map(({ adapter, session, plugin, finished }): Tab => ({
        kind: "adapter",
        id: adapter,
        session,
        name: undefined,
        what: plugin,
        isOver: finished,
      })),
    ];
    if (this.current === undefined) this.#current = this.#all.at(-1)?.id;
  }

  /** The server has gone, and all with it. */
  clear(): void {
    this.#all = [];
    this.#current = undefined;
  }

  /** By its number, from 1, its id or its name. */
  find(word: string): Tab | undefined {
    return this.#all.find(({ id, name }) => id === word || name === word) ?? this.#all[Number(word) - 1];
  }

  select({ id }: Tab): void {
    this.#current = id;
  }

  /** What is driven is what is looked at: from when it is asked for. */
  follow(params: unknown): void {
    const { session, adapter } = (params ?? {}) as Readonly<Record<string, unknown>>;
    const id = session ?? adapter;
    const tab = typeof id === "string" ? this.find(id) : undefined;
    if (tab !== undefined) this.select(tab);
  }

  /** So is what is made; what it is, the next look at the server tells. */
  made(method: string, answer: unknown): void {
    if (method !== "session.create" && method !== "adapter.start") return;
    const { session, adapter } = (answer ?? {}) as Readonly<Record<string, unknown>>;
    const id = adapter ?? session;
    if (typeof id === "string") this.#current = id;
  }
}

import { setTimeout as delay } from "node:timers/promises";
import { escapeControls } from "../base/index.js";
import type { Client } from "../client/index.js";
import type { ScreenSnapshot } from "../protocol/index.js";
import type { Tab } from "./tabs.js";
import { labelOf } from "./tabs.js";

/** How often an eye looks up. */
const FRAME_MS = 50;
/** After so long the server is asked anew. */
const NEXT_SCREEN_MS = 30_000;

/** Hands over the screens of one session or adapter until it is stopped, or the program has ended, or the connection. */
export class PreviewWatch {
  readonly #client: Client;
  readonly #tab: Tab;
  readonly #onScreen: (snapshot: ScreenSnapshot) => void | Promise<void>;
  readonly #onEnd: () => void;
  readonly #stop = new AbortController();

  constructor(
    client: Client,
    tab: Tab,
    on: { screen: (snapshot: ScreenSnapshot) => void | Promise<void>; end: () => void },
  ) {
    this.#client = client;
    this.#tab = tab;
    this.#onScreen = on.screen;
    this.#onEnd = on.end;
    const watching = tab.kind === "session" ? this.#session() : this.#adapter();
    // It, or the connection, is gone: a look at the tabs tells.
    watching.catch(() => this.#stop.signal.aborted || this.#onEnd());
  }

  stop(): void {
    this.#stop.abort();
  }

  async #session(): Promise<void> {
    const session = this.#client.session(this.#tab.id);
    let snapshot = await session.snapshot({ cells: "runs" });
    let isOver = this.#tab.isOver;
    while (!this.#stop.signal.aborted) {
      await this.#onScreen(snapshot);
      if (isOver) return;
      await delay(FRAME_MS);
      if (this.#stop.signal.aborted) return;
      const { sequence } = snapshot;
      snapshot = await session.snapshot({ cells: "runs", newerThan: sequence, timeoutMs: NEXT_SCREEN_MS });
      isOver = snapshot.sequence === sequence && (await this.#hasEnded());
    }
  }

  async #hasEnded(): Promise<boolean> {
    const mine = (await this.#client.sessions()).find(({ session }) => session === this.#tab.id);
    const isOver = mine === undefined || mine.exitCode !== undefined || mine.signal !== undefined;
    if (isOver && !this.#stop.signal.aborted) this.#onEnd();
    return isOver;
  }

  async #adapter(): Promise<void> {
    const { signal } = this.#stop;
    const changes = this.#client.notifications({ sessions: [this.#tab.session], signal });
    const mine = (await this.#client.adapters()).find(({ adapter }) => adapter.id === this.#tab.id);
    if (mine === undefined) return;
    await this.#onScreen(await mine.adapter.snapshot({ cells: "runs" }));
    for await (const { method } of changes) {
      if (signal.aborted) return;
      if (method === "session.exited") this.#onEnd();
      if (method !== "session.changed" && method !== "session.exited") continue;
      await this.#onScreen(await mine.adapter.snapshot({ cells: "runs" }));
      await delay(FRAME_MS);
    }
  }
}

/** The place that a preview is drawn in. */
export interface PreviewPlace {
  /** With the row of the tabs, and the one below the screen. */
  readonly rows: number;
  readonly cols: number;
}

/** The rows of a preview. What comes from a program is drawn by `paint`. */
export function previewRows(
  tabs: readonly Tab[],
  current: Tab | undefined,
  snapshot: ScreenSnapshot | undefined,
  { rows, cols }: PreviewPlace,
  paint: (snapshot: ScreenSnapshot, row: number) => string,
): readonly string[] {
  const room = rows - 2;
  const head = tabsLine(tabs, current, cols);
  if (current === undefined || snapshot === undefined) {
    const hint = current === undefined ? '  no sessions yet; try: session.create{program="bash"}' : "";
    const blank = Array.from({ length: room }, (_, at) => (at === 0 ? hint.slice(0, cols) : ""));
    return [head, ...blank, "─".repeat(cols)];
  }
  const { size, cursor, lines } = snapshot;
  // What has been written, up to the cursor at least.
  const last = Math.max(
    cursor.row,
    lines.findLastIndex((line) => line !== ""),
  );
  const from = Math.max(0, Math.min(Math.max(last - room + 1, 0), cursor.row, size.rows - room));
  const picture = Array.from({ length: room }, (_, at) => (from + at < size.rows ? paint(snapshot, from + at) : ""));
  const part = from > 0 || size.rows > room ? `, rows ${from + 1} to ${Math.min(from + room, size.rows)}` : "";
  const state = current.isOver ? "ended" : "running";
  const foot = `── ${escapeControls(labelOf(current))} · ${size.cols}x${size.rows}${part} · ${state} `;
  return [head, ...picture, foot.slice(0, cols).padEnd(cols, "─")];
}

/** ` 1 web [2 s2] 3 s3 `, with the current one in sight. */
function tabsLine(tabs: readonly Tab[], current: Tab | undefined, cols: number): string {
  const words = tabs.map((tab, at) => {
    const word = `${at + 1} ${escapeControls(labelOf(tab))}`;
    return tab.id === current?.id ? `[${word}]` : ` ${word} `;
  });
  const place = tabs.findIndex((tab) => tab.id === current?.id);
  let first = 0;
  const width = (): number => words.slice(first, place + 1).join("").length + 4;
  while (first < place && width() > cols) first++;
  const shown = `─${first > 0 ? "‹" : "─"}${words.slice(first).join("")}`;
  return shown.length > cols ? `${shown.slice(0, cols - 1)}›` : shown.padEnd(cols, "─");
}

import type {
  ExitStatus,
  FindQuery,
  FindResult,
  ScrollbackLines,
  ScrollbackOptions,
  Since,
  SnapshotOptions,
} from "../../api/index.js";
import { MAX_FOUND_PLACES } from "../../base/index.js";
import { Action, validateAction } from "../action/index.js";
import { LineSearch, findAsked, foundText } from "../matcher/index.js";
import { logger } from "../../home/logging/index.js";
import { RedactionPolicy, requirePolicy } from "../../text/redaction/index.js";
import type { TerminalSize } from "../target/index.js";
import type { ScreenChanges, ScreenSnapshot } from "../screen/index.js";
import { shownScreen } from "../screen/index.js";
import type { TranscriptDelta } from "../transcript/index.js";
import { findInScrollback } from "./find-in-scrollback.js";
import type { SessionMoment } from "./session-moment.js";
import type { SessionSecrets } from "./session-secrets.js";
import type { SessionView } from "./session-view.js";
import type { SinceBoundaries } from "./since-boundary.js";

const log = logger("session");

/** What there is to read. */
export interface ReadParts {
  readonly view: SessionView;
  readonly secrets: SessionSecrets;
  readonly boundaries: SinceBoundaries;
}

/** What of a session can be read at any time, also when it is closed: its screen, and what its program wrote. */
export class SessionReads {
  readonly #view: SessionView;
  readonly #secrets: SessionSecrets;
  readonly #boundaries: SinceBoundaries;

  protected constructor({ view, secrets, boundaries }: ReadParts) {
    this.#view = view;
    this.#boundaries = boundaries;
    this.#secrets = secrets;
  }

  /** The process has ended and all it wrote has been processed. */
  get isFinished(): boolean {
    return this.exitStatus !== undefined;
  }

  /** How it ended; undefined while it runs. */
  get exitStatus(): ExitStatus | undefined {
    return this.#view.exitStatus;
  }

  /** The terminal's. */
  get size(): TerminalSize {
    return this.#view.terminal.size;
  }

  /** 0 at the start, one more for each batch of output and each resize. */
  get sequence(): number {
    return this.#view.sequence;
  }

  /**
   * The screen as it is now, the same object until something changes; or the rows that changed since an earlier one. Not redacted.
   *
   * @example
   * ```ts
   * console.log(session.snapshot().plainText, session.snapshot().cursor.row);
   * ```
   */
  snapshot(options: SnapshotOptions & { readonly since: number }): ScreenChanges;
  snapshot(options?: SnapshotOptions & { readonly since?: undefined }): ScreenSnapshot;
  snapshot(options: SnapshotOptions = {}): ScreenSnapshot | ScreenChanges {
    return this.#view.read(options);
  }

  /**
   * Rows that left at the top of the normal screen, at the present width. Not redacted.
   *
   * @example
   * ```ts
   * console.log(session.scrollback({ from: -100 }).lines.join("\n"));
   * ```
   */
  scrollback(options: ScrollbackOptions = {}): ScrollbackLines {
    return this.#view.readScrollback(options);
  }

  /** All that can be seen now as one thing that stays as it is; `stableMs` counts from the last change. Not redacted. */
  moment(): SessionMoment {
    return this.#view.moment(this.#view.stableMs);
  }

  /**
   * Where a text, what a pattern matches, or what is drawn in some way stands on the screen now, from the top left on, 2,000 places at most. Rows end
   * with their last character that is no blank; soft-wrapped rows are joined. With `scrollback` also in the rows that left at the top: those
   * have negative numbers, -1 is the one right above the screen. Not redacted.
   *
   * @example
   * ```ts
   * const { matches } = await session.find({ text: "error", style: { foreground: "idx:1" } });
   * console.log(matches.map(({ row, col }) => [row, col]));
   * ```
   */
  async find(query: FindQuery): Promise<FindResult> {
    if (query.scrollback === true) {
      const search = new LineSearch(query);
      return this.#view.searchScrollback((scrollback) => findInScrollback(scrollback, search));
    }
    const snapshot = this.snapshot();
    const screen = shownScreen(snapshot);
    const places = await findAsked(query, screen);
    const matches = places.map((place) => foundText(place, screen));
    return { sequence: snapshot.sequence, matches, ...(matches.length === MAX_FOUND_PLACES ? { more: true } : {}) };
  }

  /** The output kept in memory, escape sequences included. Not redacted. */
  transcript(): string {
    return this.#view.transcript.text();
  }

  /** The output kept in memory with secrets replaced. */
  redactedTranscript(policy: RedactionPolicy = RedactionPolicy.default()): string {
    const { text, dropped } = this.#view.transcript.since(0);
    // Where the window begins, a secret may have lost the part by which it is known.
    return this.#secrets.redact(text, requirePolicy(policy), dropped);
  }

  /** Characters written since the start: the cursor that markers and slices count in. */
  get transcriptCursor(): number {
    return this.#view.transcript.charsWritten;
  }

  /**
   * Stamps a label at the current end of the transcript, or where it ended before; returns the position. At most 64 labels are kept.
   *
   * @example
   * ```ts
   * const start = session.markTranscript("question");
   * console.log(session.transcriptSlice(start, session.transcriptCursor));
   * ```
   */
  markTranscript(label: string, at = this.transcriptCursor): number {
    validateAction(Action.markTranscript(label), "");
    const { cursor, stored } = this.#view.transcript.mark(label, at);
    if (stored) this.#boundaries.mark(label, cursor);
    else log.warn("the marker table is full; the label is not kept", { label });
    return cursor;
  }

  /** Where a label was put; undefined if it was not, or if the table was full. */
  transcriptMarker(label: string): number | undefined {
    return this.#view.transcript.marker(label);
  }

  /** Where the transcript ended at a moment that waits may count from. */
  transcriptCursorAt(since: Since): number {
    // An echo that has not ended reaches to where the transcript ends now.
    return this.#boundaries.of(since)()?.cursor ?? this.transcriptCursor;
  }

  /** All labels and where they were put. */
  transcriptMarkers(): ReadonlyMap<string, number> {
    return this.#view.transcript.markers();
  }

  /** The output between two positions; null once a part of it is no longer kept. */
  transcriptSlice(start: number, end: number): string | null {
    return this.#view.transcript.slice(start, end);
  }

  /**
   * What was written after a position, for readers that follow along.
   *
   * @example
   * ```ts
   * const { text, cursor } = session.transcriptSince(0);
   * console.log(text, session.transcriptSince(cursor).text); // the second is what came since
   * ```
   */
  transcriptSince(cursor: number): TranscriptDelta {
    return this.#view.transcript.since(cursor);
  }
}

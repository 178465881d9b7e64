import type { ScrollbackLines, ScrollbackOptions, SessionOptions, SnapshotOptions } from "../../api/index.js";
import {
  DEFAULT_SCROLLBACK_ROWS,
  InvalidArgumentError,
  MAX_AWAITED_CHARS,
  Mutex,
  TRANSCRIPT_TAIL_CHARS,
  checkOptionNames,
  shown,
} from "../../base/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ScreenChanges, ScreenSnapshot, Scrollback, ShownScreen } from "../screen/index.js";
import { Terminal, changesSince, shownScreen } from "../screen/index.js";
import type { TerminalSize } from "../target/index.js";
import type { TranscriptTail } from "../transcript/index.js";
import { Transcript } from "../transcript/index.js";
import { FrameLimit } from "./frame-limit.js";
import type { Boundaries, WaitSource } from "./wait-source.js";
import { SessionMoment } from "./session-moment.js";
import type { Boundary } from "./change-history.js";
import { ChangeHistory } from "./change-history.js";
import { SinceView } from "./since-view.js";

/** Batches are no smaller than this, whatever is kept. */
const MIN_SEEN_CHARS = 256;
const LINE_FEED = 0x0a;

/** Screen, transcript and sequence number. They change together, and only here, so that every read is consistent. */
export class SessionView implements WaitSource {
  readonly terminal: Terminal;
  readonly transcript: Transcript;
  /** 0 at the start, one more for each batch of output, each resize, and each frame that took too long. */
  sequence = 0;
  /** How the process ended, once all its output was taken; undefined while it runs. */
  exitStatus: ExitStatus | undefined;
  /** The last batch ended with a line feed. */
  endsLine = false;
  readonly history = new ChangeHistory();
  /** Called when the screen is seen again because a frame took too long. */
  onFrameReleased: () => void = () => undefined;
  readonly #frameLimit: FrameLimit;
  readonly #searches = new Mutex();
  #lastOutputAt: number | undefined;
  #lastChangeAt = performance.now();

  constructor(
    size: TerminalSize,
    { transcriptMaxChars, scrollback = DEFAULT_SCROLLBACK_ROWS }: SessionOptions,
    onReply: (text: string) => void,
  ) {
    this.terminal = new Terminal(size, onReply, scrollback);
    this.transcript = new Transcript({ maxChars: transcriptMaxChars });
    this.#frameLimit = new FrameLimit(this.terminal, () => {
      this.#releaseFrame();
      this.onFrameReleased();
    });
  }

  /** Called after the terminal has parsed these bytes. */
  batchTaken(bytes: Uint8Array): void {
    this.transcript.append(bytes);
    this.endsLine = bytes.at(-1) === LINE_FEED;
    this.#count();
    this.#lastOutputAt = this.#lastChangeAt = performance.now();
    this.#frameLimit.batchTaken();
  }

  #releaseFrame(): void {
    this.terminal.releaseFrame();
    this.#count();
    this.#lastChangeAt = performance.now();
  }

  /** No more output follows; true if something is seen that was not seen before: an unfinished character, or frame. */
  outputEnded(): boolean {
    const before = this.transcript.charsWritten;
    this.transcript.end();
    this.#frameLimit.stop();
    if (this.terminal.isFrameHeld) this.#releaseFrame();
    else if (this.transcript.charsWritten === before) return false;
    else this.#count();
    return true;
  }

  #count(): void {
    this.terminal.stamp(++this.sequence);
    this.history.record(this.sequence, this.transcript.charsWritten, this.bellCount);
  }

  resize(size: TerminalSize): void {
    this.terminal.resize(size);
    this.#frameLimit.stop();
    this.#count();
    this.#lastChangeAt = performance.now();
  }

  snapshot(): ScreenSnapshot {
    return this.terminal.snapshot(this.sequence);
  }

  /** What a caller asks for. */
  read(options: SnapshotOptions): ScreenSnapshot | ScreenChanges {
    checkOptionNames("snapshot options", options, ["frame", "since"]);
    const { since } = options;
    const snapshot = this.terminal.snapshot(this.sequence, checkFrame(options.frame));
    return since === undefined ? snapshot : changesSince(snapshot, since, true);
  }

  /** What left at the top of the screen. */
  get scrollback(): Scrollback {
    return this.terminal.scrollback(this.sequence);
  }

  /** Searches it as it is when all searches before are done: each keeps rows in memory that may be gone by then. */
  searchScrollback<T>(search: (scrollback: Scrollback) => Promise<T>): Promise<T> {
    return this.#searches.run(() => search(this.scrollback));
  }

  /** What a caller asks for of it. */
  readScrollback(options: ScrollbackOptions): ScrollbackLines {
    checkOptionNames("scrollback options", options, ["from", "to", "find"]);
    const { from, to, find } = options;
    for (const [name, row] of Object.entries({ from, to }))
      if (row !== undefined && !Number.isSafeInteger(row))
        throw new InvalidArgumentError(name, `${name} must be a whole number, got ${shown(row)}`);
    if (find === undefined) return this.scrollback.read({ from, to });
    if (typeof find !== "string" || find === "")
      throw new InvalidArgumentError("find", `find must be a text that is not empty, got ${shown(find)}`);
    return this.scrollback.found(find, { from, to });
  }

  /** The present moment as a value that can be kept. */
  moment(stableMs: number): SessionMoment {
    const { tail, exitStatus, transcript } = this;
    const { charsWritten: transcriptCursor } = transcript;
    const markers = transcript.markers();
    return new SessionMoment({ snapshot: this.snapshot(), tail, exitStatus, stableMs, markers, transcriptCursor });
  }

  /** Now, as something to count from. */
  boundary(): Boundary {
    const { sequence, bellCount: bells } = this;
    return { sequence, bells, cursor: this.transcript.charsWritten, place: this.terminal.place() };
  }

  within(bounds: Boundaries): SinceView {
    return new SinceView(this, bounds, {
      shown: (parts) => shownScreen(this.snapshot(), parts),
      title: () => this.title,
      screen: (parts) => parts.map(({ start, end }) => this.screenText.slice(start, end)),
      output: (from, to) => {
        const { text, cursor } = this.transcript.since(from);
        return to === cursor ? text : text.slice(0, text.length - (this.transcript.slice(to, cursor)?.length ?? 0));
      },
    });
  }

  hiddenUntil(): undefined {
    return undefined;
  }

  get screenText(): string {
    return this.terminal.plainText;
  }
  /** So much new output is seen whole by those who look at its tail, with as much again before it. Of a tail of next to nothing they see little. */
  get seenChars(): number {
    const { maxChars } = this.transcript;
    return maxChars === 0 ? Infinity : Math.max(MIN_SEEN_CHARS, Math.min(MAX_AWAITED_CHARS, Math.floor(maxChars / 2)));
  }
  get tail(): TranscriptTail {
    return this.transcript.tail(TRANSCRIPT_TAIL_CHARS);
  }
  get transcriptTail(): string {
    return this.tail.text;
  }
  get cursorRow(): number {
    return this.terminal.cursor.row;
  }
  get cursorCol(): number {
    return this.terminal.cursor.col;
  }
  get cursorVisible(): boolean {
    return this.terminal.cursor.visible;
  }
  get bellCount(): number {
    return this.terminal.bellCount;
  }
  get screen(): ShownScreen {
    return shownScreen(this.snapshot());
  }
  get title(): string | null {
    return this.terminal.title;
  }

  get exited(): boolean {
    return this.exitStatus !== undefined;
  }

  /** Milliseconds since anything changed, the start included. */
  get stableMs(): number {
    return performance.now() - this.#lastChangeAt;
  }

  /** Milliseconds since the last output; undefined before any. */
  get quietMs(): number | undefined {
    return this.#lastOutputAt === undefined ? undefined : performance.now() - this.#lastOutputAt;
  }
}

/** Which frames are looked at: complete ones unless said otherwise. */
export function checkFrame(frame: SnapshotOptions["frame"]): "complete" | "any" {
  if (frame === undefined || frame === "complete" || frame === "any") return frame ?? "complete";
  throw new InvalidArgumentError("frame", `frame must be "complete" or "any", got ${shown(frame)}`);
}

import type { MatchMoment } from "../matcher/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ScreenSnapshot, ShownScreen, TerminalView } from "../screen/index.js";
import { shownScreen, terminalView } from "../screen/index.js";
import type { TranscriptTail } from "../transcript/index.js";

/** A session at one moment, for an evaluation that takes long. */
export class SessionMoment implements MatchMoment {
  readonly snapshot: ScreenSnapshot;
  readonly tail: Pick<TranscriptTail, "text">;
  readonly exitStatus: ExitStatus | undefined;
  readonly stableMs: number;
  readonly markers: ReadonlyMap<string, number>;
  readonly transcriptCursor: number;

  constructor(moment: {
    readonly snapshot: ScreenSnapshot;
    readonly tail: Pick<TranscriptTail, "text">;
    readonly exitStatus: ExitStatus | undefined;
    readonly stableMs: number;
    readonly markers?: ReadonlyMap<string, number>;
    readonly transcriptCursor?: number;
  }) {
    this.snapshot = moment.snapshot;
    this.tail = moment.tail;
    this.exitStatus = moment.exitStatus;
    this.stableMs = moment.stableMs;
    this.markers = moment.markers ?? new Map();
    this.transcriptCursor = moment.transcriptCursor ?? 0;
  }

  terminal(): TerminalView | undefined {
    return terminalView(this.snapshot);
  }

  get screenText(): string {
    return this.snapshot.plainText;
  }
  get transcriptTail(): string {
    return this.tail.text;
  }
  get cursorRow(): number {
    return this.snapshot.cursor.row;
  }
  get cursorCol(): number {
    return this.snapshot.cursor.col;
  }
  get cursorVisible(): boolean {
    return this.snapshot.cursor.visible;
  }
  get bellCount(): number {
    return this.snapshot.bellCount;
  }
  get screen(): ShownScreen {
    return shownScreen(this.snapshot);
  }
  get title(): string | null {
    return this.snapshot.title;
  }
  get exited(): boolean {
    return this.exitStatus !== undefined;
  }
  get sequence(): number {
    return this.snapshot.sequence;
  }
}

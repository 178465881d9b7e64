import type { MatchMoment } from "../matcher/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ScreenSnapshot } from "../screen/index.js";
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
  get exited(): boolean {
    return this.exitStatus !== undefined;
  }
  get sequence(): number {
    return this.snapshot.sequence;
  }
}

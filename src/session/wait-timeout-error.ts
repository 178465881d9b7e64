import { PtywrightError } from "../base/index.js";
import type { ScreenSnapshot } from "../screen/index.js";

/** What is known when a wait runs out of time; every field is evidence, none is a guess. */
export interface TimeoutEvidence {
  /** What was waited for, in words. */
  readonly awaited: string;
  readonly elapsedMs: number;
  readonly snapshot: ScreenSnapshot;
  readonly transcriptTail: string;
  /** Why it did not match: the nearest text on the screen, for one. */
  readonly hints: readonly string[];
  /** Milliseconds since the program last wrote anything; undefined if it never did. */
  readonly quietMs: number | undefined;
  /** The process had ended. */
  readonly exited: boolean;
  /** Input that the program has not read. */
  readonly unreadInputBytes: number;
}

const MAX_SHOWN_LINES = 12;

/** A wait ran out of time. The message tells what was awaited, what was nearest, and what the screen showed. */
export class WaitTimeoutError extends PtywrightError implements TimeoutEvidence {
  readonly awaited: string;
  readonly elapsedMs: number;
  readonly snapshot: ScreenSnapshot;
  readonly transcriptTail: string;
  readonly hints: readonly string[];
  readonly quietMs: number | undefined;
  readonly exited: boolean;
  readonly unreadInputBytes: number;

  constructor(evidence: TimeoutEvidence) {
    super("wait_timeout", describe(evidence));
    this.awaited = evidence.awaited;
    this.elapsedMs = evidence.elapsedMs;
    this.snapshot = evidence.snapshot;
    this.transcriptTail = evidence.transcriptTail;
    this.hints = evidence.hints;
    this.quietMs = evidence.quietMs;
    this.exited = evidence.exited;
    this.unreadInputBytes = evidence.unreadInputBytes;
  }
}

function describe(evidence: TimeoutEvidence): string {
  const { awaited, elapsedMs, hints, quietMs, exited, unreadInputBytes, snapshot } = evidence;
  const quiet = quietMs === undefined ? "it has written nothing yet" : `it last wrote ${Math.round(quietMs)} ms ago`;
  const lines = [
    `timed out after ${Math.round(elapsedMs)} ms waiting for ${awaited}`,
    ...hints.map((hint) => `  ${hint}`),
    `  the process ${exited ? "has exited" : "is running"}; ${quiet}`,
  ];
  if (unreadInputBytes > 0) lines.push(`  ${unreadInputBytes} bytes of input wait for it to read`);
  return [...lines, ...screenLines(snapshot.plainText)].join("\n");
}

function screenLines(text: string): string[] {
  if (text === "") return ["  the screen is empty"];
  const all = text.split("\n");
  const shown = all.slice(-MAX_SHOWN_LINES);
  const left = all.length - shown.length;
  return [left > 0 ? `  the screen (last ${shown.length} lines):` : "  the screen:", ...shown.map((l) => `  | ${l}`)];
}

import type { ExitStatus, SessionMoment } from "../../core/session/index.js";

/** What a classifier sees of a session, all at one moment. */
export interface ClassifyContext {
  readonly screen: string;
  /** The screen without its last three lines, where many programs have a status bar. */
  readonly bodyText: string;
  readonly statusText: string;
  /** The end of the output. */
  readonly transcript: string;
  readonly sequence: number;
  /** Where the transcript's labels were put, and where it ends. */
  readonly markers: Readonly<Record<string, number>>;
  readonly cursor: number;
  /** How long a screen must be still before a turn counts as complete. */
  readonly completedTurnStableMs: number;
  readonly stableMs: number;
  readonly lastIntent?: string | undefined;
  readonly lastEventSeq?: number | undefined;
  /** How the program has ended, if it has. */
  readonly exitStatus?: ExitStatus | undefined;
}

export interface Remembered {
  readonly completedTurnStableMs: number;
  readonly lastIntent: string | undefined;
  readonly lastEventSeq: number | undefined;
}

export function contextOf(moment: SessionMoment, remembered: Remembered): ClassifyContext {
  const { screenText: screen, transcriptTail: transcript, sequence, markers, transcriptCursor: cursor } = moment;
  const { body: bodyText, status: statusText } = bodyAndStatus(screen);
  return {
    screen,
    bodyText,
    statusText,
    transcript,
    sequence,
    markers: Object.fromEntries(markers),
    cursor,
    stableMs: Math.floor(moment.stableMs),
    exitStatus: moment.exitStatus,
    ...remembered,
  };
}

const STATUS_LINES = 3;

/** A short screen is all body: without its last lines nothing would be left. */
export function bodyAndStatus(screen: string): { readonly body: string; readonly status: string } {
  const lines = screen.replace(/\n$/, "").split("\n");
  if (lines.length <= STATUS_LINES * 2) return { body: lines.join("\n"), status: "" };
  return { body: lines.slice(0, -STATUS_LINES).join("\n"), status: lines.slice(-STATUS_LINES).join("\n") };
}

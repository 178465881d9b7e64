import type { ExitStatus, SessionMoment } from "../../core/session/index.js";
import type { SideFacts } from "../signals/index.js";
import type { classifyInput, Library, TerminalView } from "../../protocol/index.js";

type ClassifyInput = Library<typeof classifyInput>;

type HostSide = "processExited" | "exitCode" | "signal" | "terminal" | "signals" | "signalsDropped" | "record";

/** One look at a session, as a classifier sees it. Everything in it belongs to one moment. */
export interface ClassifyContext extends Omit<ClassifyInput, HostSide> {
  /** How the program has ended, if it has. */
  readonly exitStatus?: ExitStatus | undefined;
  /** The screen as the terminal has it, made when it is asked for; undefined, or without a result, if it cannot be told. */
  readonly terminal?: (() => TerminalView | undefined) | undefined;
  /** What the program has told beside its screen; undefined where it has no way to. */
  readonly side?: SideFacts | undefined;
}

export type Remembered = Pick<ClassifyContext, "completedTurnStableMs" | "lastIntent" | "lastEventSeq">;

export function contextOf(moment: SessionMoment, remembered: Remembered, side?: SideFacts): ClassifyContext {
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
    terminal: () => moment.terminal(),
    side,
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

import type { Matcher } from "../matcher/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ScreenSnapshot } from "../screen/index.js";

/** What is known when a wait fails; every field is evidence, none is a guess. Quotes the program unredacted. */
export interface WaitEvidence {
  /** What was waited for, in words. */
  readonly awaited: string;
  readonly matcher: Matcher;
  readonly elapsedMs: number;
  readonly snapshot: ScreenSnapshot;
  readonly transcriptTail: string;
  /** Why it did not match: the nearest text on the screen, for one. */
  readonly hints: readonly string[];
  /** Milliseconds since the program last wrote anything; undefined if it never did. */
  readonly quietMs: number | undefined;
  /** How the process had ended; undefined if it was running. */
  readonly exitStatus: ExitStatus | undefined;
  /** Input that the program has not read. */
  readonly unreadInputBytes: number;
  /** The time was up before everything was sent that comes before the wait. */
  readonly wasSending?: boolean | undefined;
}

const MAX_SHOWN_LINES = 24;

/** What happened, why, and what the screen showed, for people. */
export function describeEvidence(what: string, evidence: WaitEvidence): string {
  const { hints, unreadInputBytes, snapshot } = evidence;
  const lines = [what, ...hints.map((hint) => `  ${hint}`)];
  if (evidence.exitStatus === undefined) lines.push(`  ${describeActivity(evidence)}`);
  if (unreadInputBytes > 0) lines.push(`  ${unreadInputBytes} bytes of input wait for it to read`);
  return [...lines, ...screenLines(snapshot.plainText)].join("\n");
}

/**
 * Gives an error its evidence. The large fields are there for code but not for the console, which would print the whole
 * screen a second time, and the transcript with its escape sequences.
 */
export function attachEvidence(error: WaitEvidence, evidence: WaitEvidence): void {
  const { snapshot, transcriptTail, matcher, ...rest } = evidence;
  Object.assign(error, rest);
  Object.defineProperty(error, "matcher", { value: matcher, enumerable: false });
  Object.defineProperty(error, "snapshot", { value: snapshot, enumerable: false });
  Object.defineProperty(error, "transcriptTail", { value: transcriptTail, enumerable: false });
}

function describeActivity({ quietMs }: WaitEvidence): string {
  const quiet = quietMs === undefined ? "it has written nothing yet" : `it last wrote ${Math.round(quietMs)} ms ago`;
  return `the process is running; ${quiet}`;
}

export function describeExit({ exitCode, signal }: ExitStatus): string {
  return signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
}

function screenLines(text: string): string[] {
  if (text === "") return ["  the screen is empty"];
  const all = text.split("\n");
  const shown = all.slice(-MAX_SHOWN_LINES);
  const left = all.length - shown.length;
  return [left > 0 ? `  the screen (last ${shown.length} lines):` : "  the screen:", ...shown.map((l) => `  | ${l}`)];
}

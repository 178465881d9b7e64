import { PtywrightError, SessionClosedError } from "../../base/index.js";
import type { Matcher } from "../matcher/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ScreenSnapshot } from "../screen/index.js";
import type { WaitEvidence } from "./wait-evidence.js";
import { attachEvidence, describeEvidence, describeExit } from "./wait-evidence.js";

/**
 * A wait ran out of time. The message tells what was awaited, what was nearest, and what the screen showed.
 *
 * @example
 * ```ts
 * const done = Matcher.containsText("done");
 * await session.waitFor(done, { timeoutMs: 1_000 }).catch((error) => {
 *   if (error instanceof WaitTimeoutError) console.error(error.hints, error.snapshot.plainText);
 * });
 * ```
 */
export class WaitTimeoutError extends PtywrightError implements WaitEvidence {
  declare readonly awaited: string;
  declare readonly matcher: Matcher;
  declare readonly elapsedMs: number;
  declare readonly snapshot: ScreenSnapshot;
  declare readonly transcriptTail: string;
  declare readonly hints: readonly string[];
  declare readonly quietMs: number | undefined;
  declare readonly exitStatus: ExitStatus | undefined;
  declare readonly unreadInputBytes: number;
  declare readonly wasSending?: boolean | undefined;

  constructor(evidence: WaitEvidence) {
    const { awaited, elapsedMs, exitStatus } = evidence;
    const ended = exitStatus === undefined ? "" : `; the process ${describeExit(exitStatus)}`;
    const sending = evidence.wasSending === true ? "; not everything was sent by then" : "";
    const what = `timed out after ${Math.round(elapsedMs)} ms waiting for ${awaited}${sending}${ended}`;
    super("wait_timeout", describeEvidence(what, evidence));
    attachEvidence(this, evidence);
  }
}

/**
 * The program ended, and what was awaited can no longer come. Carries the same evidence as a time-out.
 *
 * @example
 * ```ts
 * await session.waitFor(Matcher.containsText("ready")).catch((error) => {
 *   if (error instanceof ProgramEndedError) console.error(error.exitStatus, error.transcriptTail);
 * });
 * ```
 */
export class ProgramEndedError extends SessionClosedError implements WaitEvidence {
  declare readonly awaited: string;
  declare readonly matcher: Matcher;
  declare readonly elapsedMs: number;
  declare readonly snapshot: ScreenSnapshot;
  declare readonly transcriptTail: string;
  declare readonly hints: readonly string[];
  declare readonly quietMs: number | undefined;
  declare readonly exitStatus: ExitStatus | undefined;
  declare readonly unreadInputBytes: number;

  constructor(evidence: WaitEvidence & { readonly exitStatus: ExitStatus }) {
    const what = `the process ${describeExit(evidence.exitStatus)} while ${evidence.awaited} was awaited`;
    super(describeEvidence(what, evidence));
    attachEvidence(this, evidence);
  }
}

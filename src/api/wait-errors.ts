import { PtywrightError, SessionClosedError, escapeControls } from "../base/index.js";
import type { ErrorData, Matcher } from "../protocol/index.js";
import { describeLease } from "./input-leased-error.js";
import type { ExitStatus } from "./exit-status.js";
import { describeExit, exitStatusOf } from "./exit-status.js";

/** What is known when a wait fails; every field is evidence, none is a guess. In this process it quotes the program unredacted. */
export interface WaitEvidence extends NonNullable<ErrorData["evidence"]> {
  /** What was waited for; left out where only the server knows. */
  readonly matcher?: Matcher | undefined;
  /** The time was up before everything was sent that comes before the wait. */
  readonly wasSending?: boolean | undefined;
}

const MAX_SHOWN_LINES = 24;
/** Of what was typed. */
const MAX_SHOWN_CHARS = 60;

/** How the process had ended is also there as one object; undefined if it was running. */
type EvidenceFields = WaitEvidence & { readonly exitStatus: ExitStatus | undefined };

type ErrorClass = new (...args: never[]) => Error;

/** An error class with the evidence of a wait in fields of its own, which are written down once for all of them. */
function withEvidence<B extends ErrorClass>(
  Base: B,
): new (...args: ConstructorParameters<B>) => InstanceType<B> & EvidenceFields {
  class Evidenced extends (Base as unknown as new (...args: unknown[]) => Error) {
    get exitStatus(): ExitStatus | undefined {
      return exitStatusOf(this as unknown as WaitEvidence);
    }
  }
  return Evidenced as unknown as new (...args: ConstructorParameters<B>) => InstanceType<B> & EvidenceFields;
}

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
export class WaitTimeoutError extends withEvidence(PtywrightError) {
  constructor(evidence: WaitEvidence, options?: ErrorOptions) {
    const { awaited, elapsedMs, wasSending } = evidence;
    const status = exitStatusOf(evidence);
    const ended = status === undefined ? "" : `; the process ${describeExit(status)}`;
    const sending = wasSending === true ? "; not everything was sent by then" : "";
    const what = `timed out after ${Math.round(elapsedMs)} ms waiting for ${awaited}${sending}${ended}`;
    super("wait_timeout", describeEvidence(what, evidence), options);
    attachEvidence(this, evidence);
  }
}

/**
 * The program ended, and what was awaited can no longer come. Carries the same evidence as a time-out.
 *
 * @example
 * ```ts
 * await session.waitFor(Matcher.containsText("done")).catch((error) => {
 *   if (error instanceof ProgramEndedError) console.error(error.exitStatus?.exitCode, error.transcriptTail);
 * });
 * ```
 */
export class ProgramEndedError extends withEvidence(SessionClosedError) {
  constructor(evidence: WaitEvidence, options?: ErrorOptions) {
    const status = exitStatusOf(evidence);
    const ended = status === undefined ? "has ended" : describeExit(status);
    super(describeEvidence(`the process ${ended} while ${evidence.awaited} was awaited`, evidence), options);
    attachEvidence(this, evidence);
  }
}

/** What happened, why, and what the screen showed, for people. */
function describeEvidence(what: string, evidence: WaitEvidence): string {
  const { hints, unreadInputBytes, snapshot, foreground, openQuestions = [], lastInputs = [], lease } = evidence;
  const facts = [...hints];
  if (exitStatusOf(evidence) === undefined) facts.push(describeActivity(evidence));
  if (foreground !== undefined) facts.push(describeForeground(foreground));
  if (unreadInputBytes > 0) facts.push(`${unreadInputBytes} bytes of input wait for it to read`);
  if (openQuestions.length > 0)
    facts.push(`it asked the terminal, and got no answer: ${openQuestions.map(escapeControls).join(", ")}`);
  if (lease !== undefined) facts.push(describeLease(lease));
  if (lastInputs.length > 0) facts.push(`the last inputs: ${lastInputs.map(describeInput).join(", ")}`);
  return [what, ...facts.map((fact) => `  ${fact}`), ...screenLines(snapshot.plainText)].join("\n");
}

/** What the program in the foreground does, in words. */
export function describeForeground({ pid, command, state, waitsIn }: NonNullable<WaitEvidence["foreground"]>): string {
  const where = waitsIn === undefined ? "" : ` in ${waitsIn}`;
  return `in the foreground: ${escapeControls(command)} (pid ${pid}), ${state}${where}`;
}

/** Where programs sleep that read a terminal; the names are those of the kernel. */
const TERMINAL_READS = new Set(["n_tty_read", "wait_woken", "tty_read"]);

/** It waits until something is typed. */
export const waitsForKeys = ({ waitsIn = "" }: { readonly waitsIn?: string | undefined }): boolean =>
  TERMINAL_READS.has(waitsIn);

function describeInput(input: NonNullable<WaitEvidence["lastInputs"]>[number]): string {
  const { type, text, chars, kind, row, col, agoMs, by, as } = input;
  // The number of a connection tells people nothing.
  const author = by === undefined || as === undefined ? "" : ` by ${escapeControls(by)}`;
  const when = `${Math.round(agoMs)} ms ago${author}`;
  if (kind !== undefined) return `${type} ${kind} at row ${row}, column ${col} ${when}`;
  const size = chars === undefined ? "" : ` of ${chars} characters`;
  const what = text === undefined ? size : ` "${escapeControls(text.slice(0, MAX_SHOWN_CHARS))}"`;
  return `${type}${what} ${when}`;
}

/**
 * The large fields are there for code but not for the console, which would print the whole screen a second time, and the transcript with
 * its escape sequences.
 */
function attachEvidence(error: object, evidence: WaitEvidence): void {
  const { snapshot, transcriptTail, matcher, ...rest } = evidence;
  Object.assign(error, rest);
  for (const [name, value] of Object.entries({ snapshot, transcriptTail, matcher }))
    Object.defineProperty(error, name, { value, enumerable: false });
}

function describeActivity({ quietMs }: WaitEvidence): string {
  const quiet = quietMs === undefined ? "it has written nothing yet" : `it last wrote ${Math.round(quietMs)} ms ago`;
  return `the process is running; ${quiet}`;
}

function screenLines(text: string): string[] {
  if (text === "") return ["  the screen is empty"];
  const all = text.split("\n");
  const shown = all.slice(-MAX_SHOWN_LINES);
  const left = all.length - shown.length;
  return [left > 0 ? `  the screen (last ${shown.length} lines):` : "  the screen:", ...shown.map((l) => `  | ${l}`)];
}

import type { WaitTimeoutError } from "../../api/index.js";
import { describeForeground } from "../../api/index.js";
import { NAME } from "../../base/index.js";
import type { Adapter, Outcome, PermissionAsked } from "../../plugins/adapter/index.js";
import type { ExtensionState, Look } from "../../plugins/extension/index.js";
import { redactedText } from "../../disclosure/index.js";
import { failureMessage, policyWithSeenIn, redactedCommand } from "../../disclosure/program/index.js";
import {
  EXIT_FAILURE,
  EXIT_INCOMPLETE,
  EXIT_OK,
  EXIT_PERSON_NEEDED,
  EXIT_QUOTA,
  EXIT_RATE_LIMIT,
  EXIT_REFUSED,
  EXIT_TIMED_OUT,
  EXIT_TRUST_NEEDED,
  EXIT_TURN_FAILED,
  exitCodeOfSignal,
} from "../exit-codes.js";
import type { Stop } from "./interruption.js";

/** How it ended, for the user and for the shell. The message is redacted. */
export interface Ending {
  readonly outcome: Outcome["kind"] | Stop["outcome"] | "refused" | "incomplete" | "error";
  readonly exitCode: number;
  /** Undefined if all is well. */
  readonly message?: string;
  /** The whole answer as the plugin has it, not redacted. */
  readonly answer?: string | undefined;
  readonly state?: ExtensionState | undefined;
}

/** What the turn came to, as its plugin told it in fields. */
export interface TurnFacts {
  readonly isWhole: boolean;
  /** Why not, if it says so. */
  readonly doubt: unknown;
  /** Which kind of failure it was. */
  readonly failure: unknown;
}

/** The kinds of failure that a script may want to wait for, or to tell somebody of. */
const FAILURES = new Map<unknown, number>([
  ["rate_limit", EXIT_RATE_LIMIT],
  ["quota", EXIT_QUOTA],
]);

const INCOMPLETE =
  "only the end of the answer could be seen; ask for a shorter one, or for one in a file, or give it more --rows";

export function endingOf(
  { kind, look, refused }: Outcome,
  adapter: Adapter,
  { isWhole, doubt, failure }: TurnFacts,
): Omit<Ending, "answer"> {
  const { state } = look;
  const seen = policyWithSeenIn(look);
  const what = seen.redact(state.evidence.split("\n", 1)[0]);
  const name = seen.redact(state.state);
  if (refused.length > 0 && (kind === "answered" || kind === "stopped"))
    return { outcome: "refused", exitCode: EXIT_REFUSED, message: seen.redact(notAllowed(refused)), state };
  switch (kind) {
    case "answered":
      if (!isWhole) {
        const message = typeof doubt === "string" ? seen.redact(`the answer is not whole: ${doubt}`) : INCOMPLETE;
        return { outcome: "incomplete", exitCode: EXIT_INCOMPLETE, message, state };
      }
      return { outcome: kind, exitCode: EXIT_OK, state };
    case "failed":
      return {
        outcome: kind,
        exitCode: FAILURES.get(failure) ?? EXIT_TURN_FAILED,
        message: `the turn failed: ${what}`,
        state,
      };
    case "stopped": {
      const message = `the turn ended without an answer (${name}): ${what}`;
      return { outcome: kind, exitCode: EXIT_TURN_FAILED, message, state };
    }
    case "trust_needed": {
      const message = `the program asks whether it may work in this folder: ${what}; if you trust the folder, add --trust`;
      return { outcome: kind, exitCode: EXIT_TRUST_NEEDED, message, state };
    }
    case "person_needed": {
      const message =
        `the program waits for what only a person can answer (${name}): ${what}; it was ended. ` +
        `Answer it yourself (${NAME} run -- PROGRAM), then ask again`;
      return { outcome: kind, exitCode: EXIT_PERSON_NEEDED, message, state };
    }
    case "unguarded": {
      const message =
        `the program is in a mode in which it does things without asking, so nothing was sent; ` +
        "start it in another mode (its arguments go behind --), or say --allow all";
      return { outcome: kind, exitCode: EXIT_REFUSED, message, state };
    }
    case "exited":
      return { outcome: kind, exitCode: EXIT_FAILURE, message: `${howItEnded(adapter)}${lastWords(adapter)}`, state };
  }
}

export function stoppedEnding(
  { outcome, exitCode }: Stop,
  look: Look | undefined,
  timeoutS: number,
): Omit<Ending, "answer"> {
  const state = look?.state;
  // Nobody reads the message.
  if (exitCode === exitCodeOfSignal("SIGPIPE")) return { outcome, exitCode, state };
  const seen = policyWithSeenIn(look);
  const where = state === undefined ? "" : `; the program was ${seen.redact(state.state)}`;
  const message =
    outcome === "timed_out"
      ? `no answer within ${timeoutS} s${where}; give it more time with --timeout`
      : `cancelled${where}`;
  return { outcome, exitCode, message, state };
}

/** Of a command that took too long: what it waits for, as far as the system tells. */
export function lateEnding(
  { hints, foreground }: WaitTimeoutError,
  look: Look | undefined,
  timeoutS: number,
): Omit<Ending, "answer"> {
  const seen = policyWithSeenIn(look);
  const facts = foreground && [
    describeForeground({ ...foreground, command: redactedCommand(foreground.command, seen) }),
  ];
  const message = [
    `no answer within ${timeoutS} s`,
    ...(facts ?? []),
    ...hints,
    "give it more time with --timeout",
  ].join("; ");
  return { outcome: "timed_out", exitCode: EXIT_TIMED_OUT, message: seen.redact(message), state: look?.state };
}

export function failedEnding(error: unknown, adapter: Adapter): Omit<Ending, "answer"> {
  const look = adapter.handle.lastLook;
  return { outcome: "error", exitCode: EXIT_FAILURE, message: failureMessage(error, look), state: look?.state };
}

/** Of a shell that ended before it could run anything. `isForOther`: with arguments that are meant for another one. */
export function deadShellEnding(adapter: Adapter, isForOther: boolean): Omit<Ending, "answer"> {
  const hint = isForOther
    ? "; it was started with the arguments that the plugin names: give it its own, behind --, such as -- -i"
    : "";
  const message = `${howItEnded(adapter)}${lastWords(adapter)}${hint}`;
  return { outcome: "error", exitCode: EXIT_FAILURE, message, state: adapter.handle.lastLook?.state };
}

function notAllowed(refused: readonly PermissionAsked[]): string {
  const names = [...new Set(refused.map(({ tool }) => tool ?? "something"))];
  const known = refused.flatMap(({ tool }) => (tool === undefined ? [] : [tool]));
  const hint = known.length === 0 ? "--allow ask" : `--allow ${[...new Set(known)].join(",")}`;
  const doubts = [...new Set(refused.flatMap(({ doubt }) => doubt ?? []))];
  const why = doubts.length === 0 ? "" : ` (what it is cannot be told for certain: ${doubts.join("; ")})`;
  return `${names.join(", ")} was not allowed${why}; to allow it: ${hint}`;
}

function howItEnded({ session }: Adapter): string {
  const { exitCode, signal } = session.exitStatus ?? {};
  const how = signal ? `by ${signal}` : `with exit code ${exitCode ?? 0}`;
  return `the program ended ${how} before it answered`;
}

/** The last line of a program that ends at once mostly says why. */
function lastWords({ session, manifest }: Adapter): string {
  if (!manifest.grants("screen.read")) return "";
  const lines = redactedText(session.snapshot().plainText).split("\n");
  const [last] = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-1);
  return last === undefined ? "" : `: ${last}`;
}

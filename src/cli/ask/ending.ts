import { NAME } from "../../base/index.js";
import type { Adapter, Outcome, PermissionAsked } from "../../plugins/adapter/index.js";
import type { ExtensionState, Look } from "../../plugins/extension/index.js";
import { redactedText } from "../../disclosure/index.js";
import { failureMessage, policyWithSeenIn } from "../../disclosure/program/index.js";
import {
  EXIT_FAILURE,
  EXIT_INCOMPLETE,
  EXIT_OK,
  EXIT_PERSON_NEEDED,
  EXIT_REFUSED,
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

const INCOMPLETE =
  "only the end of the answer could be seen; ask for a shorter one, or for one in a file, or give it more --rows";

export function endingOf({ kind, look, refused }: Outcome, adapter: Adapter, isWhole: boolean): Omit<Ending, "answer"> {
  const { state } = look;
  const seen = policyWithSeenIn(look);
  const what = seen.redact(state.evidence.split("\n", 1)[0]);
  const name = seen.redact(state.state);
  if (refused.length > 0 && (kind === "answered" || kind === "stopped"))
    return { outcome: "refused", exitCode: EXIT_REFUSED, message: seen.redact(notAllowed(refused)), state };
  switch (kind) {
    case "answered":
      if (!isWhole) return { outcome: "incomplete", exitCode: EXIT_INCOMPLETE, message: INCOMPLETE, state };
      return { outcome: kind, exitCode: EXIT_OK, state };
    case "failed":
      return { outcome: kind, exitCode: EXIT_TURN_FAILED, message: `the turn failed: ${what}`, state };
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

export function failedEnding(error: unknown, adapter: Adapter): Omit<Ending, "answer"> {
  const look = adapter.handle.lastLook;
  return { outcome: "error", exitCode: EXIT_FAILURE, message: failureMessage(error, look), state: look?.state };
}

function notAllowed(refused: readonly PermissionAsked[]): string {
  const names = [...new Set(refused.map(({ tool }) => tool ?? "something"))];
  const known = refused.flatMap(({ tool }) => (tool === undefined ? [] : [tool]));
  const hint = known.length === 0 ? "--allow ask" : `--allow ${[...new Set(known)].join(",")}`;
  return `${names.join(", ")} was not allowed; to allow it: ${hint}`;
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

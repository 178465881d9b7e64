import { stripVTControlCharacters } from "node:util";
import type { Session } from "../../core/session/index.js";
import { inputOf, secretsOf } from "../../core/session/index.js";
import type { LibraryResult } from "../../protocol/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { Disclosed } from "../index.js";
import { redactedInput } from "./wait-failure.js";

/** Of the end of the output so many are looked at for what was typed. */
const SHOWN_CHARS = 65_536;

/** What was done to a session, with secrets covered. */
export function inputsAnswer(
  session: Session,
  { after, limit }: { readonly after: number; readonly limit: number },
): Disclosed<LibraryResult<"session.inputs">> {
  const { log, lease } = inputOf(session);
  const secrets = secretsOf(session);
  const policy = secrets.covering(RedactionPolicy.default());
  const { text } = session.transcriptSince(Math.max(0, session.transcriptCursor - SHOWN_CHARS));
  const output = stripVTControlCharacters(secrets.redact(text, policy, true));
  const shown = `${policy.redact(session.snapshot().plainText)}\n${output}`;
  const inputs = log.after(after).slice(-limit);
  return new Disclosed({
    inputs: inputs.map((input) => ({ ...redactedInput(input, shown, policy), agoMs: Math.round(input.agoMs) })),
    lease: lease.facts && { ...lease.facts, who: policy.redact(lease.facts.who) },
  });
}

import type { Since } from "../../api/index.js";
import type { Session } from "../../core/session/index.js";
import { secretsOf } from "../../core/session/index.js";
import type { LibraryResult } from "../../protocol/index.js";
import { EncodedResult, LargeText } from "../../jsonrpc/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { Disclosed } from "../index.js";
import { redactedInTurns } from "./redacted-in-turns.js";

type Transcript = LibraryResult<"session.transcript">;

/** A longer one is redacted and sent in pieces: others want the event loop too. */
const WHOLE_CHARS = 65_536;

/** The answer to a read of the output. */
export function transcriptAnswer(
  session: Session,
  policy: RedactionPolicy,
  since?: Since,
): Disclosed<Transcript> | Promise<EncodedResult<Transcript>> {
  const from = since === undefined ? 0 : session.transcriptCursorAt(since);
  const { text, dropped } = session.transcriptSince(from);
  // Where it begins, a secret may have lost the part by which it is known.
  const headCut = dropped || from > 0;
  if (text.length <= WHOLE_CHARS && policy.extraRegexes.length === 0)
    return new Disclosed({ text: secretsOf(session).redact(text, policy, headCut) });
  return inPieces(session, policy, { text, headCut });
}

async function inPieces(
  session: Session,
  policy: RedactionPolicy,
  { text, headCut }: { readonly text: string; readonly headCut: boolean },
): Promise<EncodedResult<Transcript>> {
  const pieces: string[] = [];
  // Escaped now: made anew for each sending, it might come out otherwise.
  for await (const piece of redactedInTurns(session, policy, text, headCut))
    pieces.push(JSON.stringify(piece).slice(1, -1));
  return new EncodedResult(
    new LargeText(function* () {
      yield '{"text":"';
      yield* pieces;
      yield '"}';
    }),
  );
}

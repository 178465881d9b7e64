import { TurnTaker } from "../../base/index.js";
import type { Session } from "../../core/session/index.js";
import { secretsOf } from "../../core/session/index.js";
import { loopTurns } from "../../jsonrpc/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { resolvedPolicy } from "../../text/redaction/index.js";

/** A long text of a session with its secrets covered, in pieces, made in turns with others who want the event loop. */
export async function* redactedInTurns(
  session: Session,
  policy: RedactionPolicy,
  text: string,
  headCut: boolean,
): AsyncGenerator<string> {
  const steps = secretsOf(session).redactInPieces(text, await resolvedPolicy(policy, text), headCut);
  const taker = new TurnTaker();
  for (;;) {
    const turn = loopTurns.next(taker);
    if (turn !== undefined) await turn;
    const began = performance.now();
    const step = steps.next();
    if (step.done === true) return;
    if (step.value !== "") yield step.value;
    loopTurns.spent(taker, performance.now() - began);
  }
}

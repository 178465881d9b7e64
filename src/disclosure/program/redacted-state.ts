import type { ExtensionState, Look, TurnEvent } from "../../plugins/extension/index.js";
import { answerAfter } from "../../plugins/extension/index.js";
import { DEFAULT_REPLACEMENT, RedactionPolicy } from "../../text/redaction/index.js";
import { redactedJson } from "../index.js";
import { policyWithSeenIn } from "./seen-secrets.js";

/** What a plugin found. The state's word is one of a few that clients compare: it is judged by its own look alone. */
export function redactedState(look: Look, policy = RedactionPolicy.default()): ExtensionState {
  const { hostMarks, events, metadata, disagreement, ...rest } = look.state;
  const strict = policyWithSeenIn(look, policy);
  return {
    ...rest,
    state: redactedName(rest.state, policy),
    evidence: strict.redact(rest.evidence),
    candidates: rest.candidates.map((candidate) => redactedJson(candidate, strict)),
    metadata: redactedJson(metadata, strict),
    ...(disagreement && { disagreement: redactedJson(disagreement, strict) as typeof disagreement }),
    hostMarks: hostMarks?.map(({ label }) => ({ label: redactedName(label, strict) })),
    events: events && redactedEvents(events, look.answerBefore, strict),
  };
}

/** A name is never empty on the wire, also where the caller's replacement is. */
const redactedName = (name: string, policy: RedactionPolicy): string => policy.redact(name) || DEFAULT_REPLACEMENT;

/** A piece of an answer may have the rest of a secret whose beginning was told before. */
function redactedEvents(events: readonly TurnEvent[], answerBefore: string, policy: RedactionPolicy): TurnEvent[] {
  let before = answerBefore;
  return events.map((event) => {
    const told = redactedEvent(event, before, policy);
    before = answerAfter(before, event);
    return told;
  });
}

function redactedEvent(event: TurnEvent, before: string, policy: RedactionPolicy): TurnEvent {
  if (event.kind === "text_delta") return { ...event, text: policy.redactSlice(before + event.text, before.length) };
  const { kind, seq, ...rest } = event;
  return { kind, seq, ...(redactedJson(rest, policy) as object) } as TurnEvent;
}

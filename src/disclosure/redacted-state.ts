import type { ExtensionState, TurnEvent } from "../plugins/extension/index.js";
import { textBefore } from "../plugins/extension/index.js";
import type { RedactionPolicy } from "../text/redaction/index.js";
import { DEFAULT_REPLACEMENT } from "../text/redaction/index.js";
import { redactedJson } from "./redacted-json.js";
import { policyWithSeenIn } from "./seen-secrets.js";

/** What a plugin found. The state's word is one of a few that clients compare: it is judged by its own look alone. */
export function redactedState(state: ExtensionState, policy: RedactionPolicy): ExtensionState {
  const { hostMarks, events, metadata, ...rest } = state;
  const strict = policyWithSeenIn(state, policy);
  return {
    ...rest,
    state: redactedName(rest.state, policy),
    evidence: strict.redact(rest.evidence),
    candidates: rest.candidates.map((candidate) => redactedJson(candidate, strict)),
    metadata: redactedJson(metadata, strict),
    hostMarks: hostMarks?.map(({ label }) => ({ label: redactedName(label, strict) })),
    events: events?.map((event) => redactedEvent(event, strict)),
  };
}

/** A name is never empty on the wire, also where the caller's replacement is. */
const redactedName = (name: string, policy: RedactionPolicy): string => policy.redact(name) || DEFAULT_REPLACEMENT;

function redactedEvent(event: TurnEvent, policy: RedactionPolicy): TurnEvent {
  if (event.kind === "text_delta") return { ...event, text: redactedPiece(event, policy) };
  const { kind, seq, ...rest } = event;
  return { kind, seq, ...(redactedJson(rest, policy) as object) } as TurnEvent;
}

/** A piece of an answer may have the rest of a secret whose beginning was told before. */
function redactedPiece(event: Extract<TurnEvent, { kind: "text_delta" }>, policy: RedactionPolicy): string {
  const before = textBefore(event);
  return policy.redactSlice(before + event.text, before.length);
}

import type { ExtensionState, TurnEvent } from "../extension/index.js";
import type { WireAdapterState, WireTurnEvent } from "../protocol/index.js";
import type { RedactionPolicy } from "../redaction/index.js";

/** Long enough for every token there is; a longer text under a telling name is not looked at together with it. */
const MAX_VALUE_CHARS = 8_192;

export function redactedState(state: ExtensionState, policy: RedactionPolicy): WireAdapterState {
  const { hostMarks, events, metadata, ...rest } = state;
  return {
    ...rest,
    state: policy.redact(rest.state),
    evidence: policy.redact(rest.evidence),
    candidates: rest.candidates.map((candidate) => redactedJson(candidate, policy)),
    ...(metadata === undefined ? {} : { metadata: redactedJson(metadata, policy) }),
    ...(hostMarks === undefined ? {} : { host_marks: hostMarks.map(({ label }) => ({ label: policy.redact(label) })) }),
    ...(events === undefined ? {} : { events: events.map((event) => redactedEvent(event, policy)) }),
  };
}

export function redactedEvent(event: TurnEvent, policy: RedactionPolicy): WireTurnEvent {
  const { kind, seq, ...rest } = event;
  return { kind, seq, ...(redactedJson(rest, policy) as object) } as WireTurnEvent;
}

/** Every text in a value, names included. What stands under a name such as `token` is judged together with it. */
export function redactedJson(value: unknown, policy: RedactionPolicy): unknown {
  if (typeof value === "string") return policy.redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedJson(item, policy));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [policy.redact(name), redactedMember(name, item, policy)]),
  );
}

function redactedMember(name: string, value: unknown, policy: RedactionPolicy): unknown {
  if (typeof value !== "string" || value.length > MAX_VALUE_CHARS) return redactedJson(value, policy);
  const together = JSON.stringify({ [name]: value });
  const alone = policy.redact(value);
  if (alone === value && policy.redact(together) !== together) return policy.replacement;
  return alone;
}

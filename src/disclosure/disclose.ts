import type { LibraryInput, Schema, WireInput } from "../protocol/index.js";
import { encode } from "../protocol/index.js";
import { RedactionPolicy } from "../text/redaction/index.js";
import { redactedJson } from "./redacted-json.js";

/** A value whose secrets were covered where it was made, under the policy that its reader asked for. It leaves as it is. */
export class Disclosed<R> {
  readonly value: R;

  constructor(value: R) {
    this.value = value;
  }
}

/** A value as it is sent. Every text that the schema knows is covered: the last resort, whatever was done before. */
export function disclose<S extends Schema>(
  schema: S,
  value: LibraryInput<S> | Disclosed<LibraryInput<S>>,
): WireInput<S> {
  if (value instanceof Disclosed) return encode(schema, value.value);
  const policy = RedactionPolicy.default();
  return encode(schema, value, {
    text: (text) => policy.redact(text),
    json: (json) => redactedJson(json, policy),
  });
}

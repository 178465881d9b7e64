import type { LibraryInput, Schema, WireInput } from "../protocol/index.js";
import { encode } from "../protocol/index.js";
import { RedactionPolicy } from "../text/redaction/index.js";
import { redactedJson } from "./redacted-json.js";

/** A value that was redacted where it was made, under the policy of the request. It is sent as it is. */
export class Disclosed<R> {
  readonly value: R;

  constructor(value: R) {
    this.value = value;
  }
}

/** A value as it is sent. Every text of its schema is redacted, as a last resort, unless it is Disclosed. */
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

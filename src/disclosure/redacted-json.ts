import type { RedactionPolicy } from "../text/redaction/index.js";

/** Longer than any token; a longer text is redacted without the name of its field. */
const MAX_VALUE_CHARS = 8_192;

/** Redacts every text in a value, names included. A field is redacted together with its name, such as `token`. */
export function redactedJson(value: unknown, policy: RedactionPolicy, under?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => redactedJson(item, policy, under));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [policy.redact(name), redactedJson(item, policy, name)]),
    );
  if (typeof value !== "string") return value;
  const alone = policy.redact(value);
  return alone === value && isSecretUnder(under, value, policy) ? policy.replacement : alone;
}

function isSecretUnder(name: string | undefined, value: string, policy: RedactionPolicy): boolean {
  if (name === undefined || value.length > MAX_VALUE_CHARS) return false;
  return policy.redact(JSON.stringify({ [name]: value })) !== JSON.stringify({ [policy.redact(name)]: value });
}

import type { RedactionPolicy } from "../text/redaction/index.js";

/** Long enough for every token there is; a longer text under a telling name is not looked at together with it. */
const MAX_VALUE_CHARS = 8_192;

/** Every text in a value, names included. What stands under a name such as `token` is judged together with it. */
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

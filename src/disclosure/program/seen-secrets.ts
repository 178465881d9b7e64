import type { Look } from "../../plugins/extension/index.js";
import { RedactionPolicy, extendedPolicy } from "../../text/redaction/index.js";

/** What could be seen when something was said about it. */
export interface Seen {
  readonly screenText: string;
  readonly transcriptTail: string;
}

/** Anything shorter may be part of ordinary words. */
const MIN_CHARS = 6;
/** Each is looked for in every text of an answer. */
const MAX_SECRETS = 64;

/**
 * A plugin may take a secret out of what tells that it is one: the screen has `token=…`, its metadata the value alone. So what the
 * policy finds in the plugin's sight is hidden as such in what the plugin says.
 */
export function policyWithSeen(seen: Seen | undefined, policy: RedactionPolicy): RedactionPolicy {
  if (seen === undefined || !policy.enabled) return policy;
  const secrets = new Set([...secretsIn(seen.screenText, policy), ...secretsIn(seen.transcriptTail, policy).reverse()]);
  if (secrets.size === 0) return policy;
  return extendedPolicy(policy, { literals: [...secrets].slice(0, MAX_SECRETS) });
}

/** The same with what could be seen in a look. */
export const policyWithSeenIn = (
  look: Pick<Look, "moment"> | undefined,
  policy = RedactionPolicy.default(),
): RedactionPolicy => policyWithSeen(look?.moment, policy);

/** A private key may be taken line by line. */
const secretsIn = (text: string, policy: RedactionPolicy): string[] =>
  policy
    .spans(text)
    .flatMap(({ start, end }) => text.slice(start, end).split(/[\r\n]+/))
    .filter((secret) => secret.length >= MIN_CHARS);

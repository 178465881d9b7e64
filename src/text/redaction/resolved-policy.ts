import { InvalidArgumentError } from "../../base/index.js";
import { SearchGivenUpError, textsMatchedElsewhere } from "../regex/index.js";
import { stripControls } from "./escapes.js";
import type { RedactionPolicy } from "./policy.js";
import { extendedPolicy, rulesOf } from "./policy.js";

const PIECE_CHARS = 65_536;
/** Different texts that own regexes may match in one read. */
const MOST_TEXTS = 4_096;

/**
 * A policy that covers the same in this text without keeping the event loop: what its own regexes match was looked for in a thread. Rejects
 * if that took too long, or if it is too much: a rule that cannot be applied must not let anything through.
 */
export async function resolvedPolicy(policy: RedactionPolicy, text: string): Promise<RedactionPolicy> {
  const { extra, extraSeesCovered } = rulesOf(policy);
  if (!policy.enabled || !extra.mayTakeLong(text.length)) return policy;
  const visible = await visibleText(text);
  const searched =
    extraSeesCovered === true ? extendedPolicy(policy, { withoutRegexes: true }).redact(visible) : visible;
  const literals = await matchedTexts(policy.extraRegexes, searched);
  return extendedPolicy(policy, { literals, withoutRegexes: true });
}

/** In pieces: a text may be all control sequences. */
async function visibleText(text: string): Promise<string> {
  if (text.length <= PIECE_CHARS) return stripControls(text).visible;
  let visible = "";
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    visible += stripControls(text.slice(at, at + PIECE_CHARS)).visible;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return visible;
}

async function matchedTexts(patterns: readonly string[], text: string): Promise<readonly string[]> {
  let found: readonly string[] | undefined;
  try {
    found = await textsMatchedElsewhere(patterns, text, MOST_TEXTS);
  } catch (error) {
    throw refused(error instanceof SearchGivenUpError ? error.message : "there is no thread to search in");
  }
  if (found === undefined) throw refused(`they match more than ${MOST_TEXTS} different texts; use narrower ones`);
  return found;
}

const refused = (why: string): InvalidArgumentError =>
  new InvalidArgumentError("extraRegexes", `extraRegexes cannot be applied to so much text: ${why}`);

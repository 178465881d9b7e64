import { nearMatch, nearestOnScreen, quoted } from "../matcher/index.js";
import { PatternBudget } from "../../text/regex/index.js";
import type { Compiled, ExpectPatterns } from "./expect-pattern.js";

/** Of more patterns than these only the first are explained: nobody reads a list of reasons. */
const MAX_EXPLAINED = 8;
const MAX_QUOTED = 200;
/** A hint is not worth more work than these take to compare. */
const MAX_NEAR_PATTERN = 200;
const MAX_NEAR_CHARS = 8_192;

/** What there was when something expected had not come. */
export interface ExpectLeft {
  /** What no `expect` has taken. */
  readonly pending: string;
  /** Something between what was taken and this is lost. */
  readonly isCut: boolean;
  /** The end of what earlier ones took. */
  readonly taken: string;
}

export interface ExpectMiss extends ExpectLeft {
  readonly patterns: ExpectPatterns;
}

/**
 * Why nothing that was expected has come. It quotes the program: who tells others covers the texts first, and says of which patterns
 * (their text or source) may be spoken.
 */
export function explainExpect(
  { patterns, pending, taken }: ExpectMiss,
  mayTell: (source: string) => boolean = () => true,
): string[] {
  const near = new PatternBudget();
  const reasons = patterns.searched
    .filter(({ source }) => mayTell(source))
    .slice(0, MAX_EXPLAINED)
    .map((pattern) => explain(pattern, patterns, { pending, taken, near }))
    .filter((reason) => reason !== undefined);
  return [...reasons, `not taken yet: ${pending === "" ? "nothing" : quoted(pending, MAX_QUOTED)}`];
}

function explain(
  pattern: Compiled,
  patterns: ExpectPatterns,
  { pending, taken, near: budget }: Pick<ExpectLeft, "pending" | "taken"> & { readonly near: PatternBudget },
): string | undefined {
  const { kind, source, described } = pattern;
  const isIn = (text: string): boolean => !patterns.isDear(pattern, text) && pattern.find(text, 0) !== undefined;
  if (isIn(taken)) return `${described} has not come; it was there before: an earlier expect has taken it`;
  if (kind === "own_regex" || source.length > MAX_NEAR_PATTERN) return undefined;
  const end = pending.slice(-MAX_NEAR_CHARS);
  // In texts that are covered it may be there.
  if (isIn(end)) return undefined;
  const where = end === pending ? "what is not taken yet" : "the end of what is not taken yet";
  if (kind === "text") {
    const nearest = nearestOnScreen(source, end.replaceAll("\r\n", "\n"));
    return nearest && `${described} has not come; of ${where}, ${nearest}`;
  }
  const near = nearMatch(source, end, budget);
  return near && `${quoted(source)} does not match ${where}, but it would ${near}`;
}

const misses = new WeakMap<object, ExpectMiss>();

/** Keeps what an error's hints are about, for who has to cover it before they are told. */
export function keepMiss(error: object, miss: ExpectMiss): void {
  misses.set(error, miss);
}

export const expectMissOf = (error: unknown): ExpectMiss | undefined => misses.get(Object(error) as object);

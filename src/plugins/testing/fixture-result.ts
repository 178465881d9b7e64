import type { Classification } from "../extension/index.js";
import { wireName } from "../../protocol/index.js";
import type { FixtureExpectation } from "./fixture-expectation.js";

/** As the file has it. */
const MIN_CONFIDENCE = wireName("minConfidence");

/** What a plugin made of a screen. */
export type SeenState = Pick<Classification, "state" | "confidence" | "evidence" | "metadata">;

export interface FixtureDifference {
  /** Such as `state` or `metadata.model`. */
  readonly field: string;
  readonly expected: unknown;
  /** Undefined if it was not there. */
  readonly seen: unknown;
}

/** How a fixture went. */
export interface FixtureResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: FixtureExpectation;
  /** Undefined if the plugin failed. */
  readonly seen: SeenState | undefined;
  readonly differences: readonly FixtureDifference[];
  /** Why the plugin has no answer. */
  readonly failure: string | undefined;
}

export function compared(name: string, expected: FixtureExpectation, seen: SeenState): FixtureResult {
  const { state, evidence, minConfidence, metadata } = expected;
  const differences: FixtureDifference[] = [];
  if (seen.state !== state) differences.push({ field: "state", expected: state, seen: seen.state });
  if (evidence !== undefined && seen.evidence !== evidence)
    differences.push({ field: "evidence", expected: evidence, seen: seen.evidence });
  if (minConfidence !== undefined && seen.confidence < minConfidence)
    differences.push({ field: MIN_CONFIDENCE, expected: minConfidence, seen: seen.confidence });
  if (metadata !== undefined) compare("metadata", metadata, seen.metadata, differences);
  return { name, expected, seen, differences, passed: differences.length === 0, failure: undefined };
}

/** What should be expected, so that what was seen is right. What need not change stays. */
export function adjusted({ expected, seen, differences }: FixtureResult): FixtureExpectation {
  if (seen === undefined) return expected;
  const differs = new Set(differences.map(({ field }) => /^\w+/.exec(field)?.[0]));
  return {
    ...expected,
    state: seen.state,
    ...(differs.has("evidence") ? { evidence: seen.evidence } : {}),
    ...(differs.has(MIN_CONFIDENCE) ? { minConfidence: seen.confidence } : {}),
    ...(differs.has("metadata") ? { metadata: narrowed(expected.metadata, seen.metadata) } : {}),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Of an object only what is expected is looked at; a list must be as long as expected. */
function compare(field: string, expected: unknown, seen: unknown, differences: FixtureDifference[]): void {
  if (isFields(expected) && isFields(seen)) {
    for (const key of Object.keys(expected))
      compare(`${field}.${key}`, expected[key], Object.hasOwn(seen, key) ? seen[key] : undefined, differences);
  } else if (Array.isArray(expected) && Array.isArray(seen) && expected.length === seen.length) {
    expected.forEach((item, index) => compare(`${field}[${index}]`, item, (seen as unknown[])[index], differences));
  } else if (!Object.is(expected, seen) && !(isEmpty(expected) && isEmpty(seen))) {
    differences.push({ field, expected, seen });
  }
}

/** In Lua an empty list and an empty table are the same thing. */
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Of what was seen, as much as was looked at. */
function narrowed(expected: unknown, seen: unknown): unknown {
  if (!isFields(expected) || !isFields(seen)) return seen;
  const common = Object.keys(expected).filter((key) => Object.hasOwn(seen, key));
  return Object.fromEntries(common.map((key) => [key, narrowed(expected[key], seen[key])]));
}

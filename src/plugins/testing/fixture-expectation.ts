import { shown } from "../../base/index.js";
import { FixtureError } from "./errors.js";

/** What a plugin should make of a screen. Whatever is left out may be anything. */
export interface FixtureExpectation {
  readonly state: string;
  readonly evidence?: string | undefined;
  readonly minConfidence?: number | undefined;
  /** What the plugin's metadata must hold; it may hold more. */
  readonly metadata?: unknown;
  /** The intent that was carried out last, for the plugin to know. */
  readonly lastIntent?: string | undefined;
  /** For how long the screen has been still; a minute unless said otherwise. */
  readonly stableMs?: number | undefined;
}

interface Rule {
  readonly key: keyof FixtureExpectation;
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === "string";

/** By the names they have in a file. */
const RULES: Readonly<Record<string, Rule>> = {
  state: { key: "state", expected: "a text that is not empty", fits: (value) => isText(value) && value !== "" },
  evidence: { key: "evidence", expected: "a text", fits: isText },
  min_confidence: {
    key: "minConfidence",
    expected: "a number from 0 to 1",
    fits: (value) => typeof value === "number" && value >= 0 && value <= 1,
  },
  metadata: { key: "metadata", expected: "something", fits: () => true },
  last_intent: { key: "lastIntent", expected: "a text", fits: isText },
  stable_ms: {
    key: "stableMs",
    expected: "a whole number of milliseconds",
    fits: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  },
};

/** Reads an expectation. Names that do not exist are refused: what they should have checked would not be checked. */
export function expectationFrom(json: string, path: string): FixtureExpectation {
  const value = parsed(json, path);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new FixtureError(path, `${path}: must be an object such as {"state": "ready"}, got ${shown(value)}`);
  const taken: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (rule === undefined)
      throw new FixtureError(path, `${path}: there is no ${shown(name)}; there are ${Object.keys(RULES).join(", ")}`);
    if (!rule.fits(given))
      throw new FixtureError(path, `${path}: ${name} must be ${rule.expected}, got ${shown(given)}`);
    taken[rule.key] = given;
  }
  if (taken["state"] === undefined) throw new FixtureError(path, `${path}: state is missing; it says what is expected`);
  return taken as unknown as FixtureExpectation;
}

/** The same as it stands in a file. */
export function expectationText(expectation: FixtureExpectation): string {
  const fields = Object.entries(RULES).map(([name, { key }]) => [name, expectation[key]]);
  return `${JSON.stringify(Object.fromEntries(fields), undefined, 2)}\n`;
}

function parsed(json: string, path: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new FixtureError(path, `${path}: not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}

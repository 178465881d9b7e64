import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgumentError, shown } from "../../base/index.js";
import { compileRegex } from "../../text/regex/index.js";
import { FixtureError } from "./errors.js";

const FILE = "normalise.json";

/** What is replaced in a screen before it is kept. */
export interface Replacement {
  /** A literal text, or a pattern of the dialect that matchers have. */
  readonly find: string | { readonly regex: string };
  readonly with: string;
}

/** Replaces everywhere, one rule after the other. */
export function normaliseScreen(screen: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, { find, with: replacement }) => {
    if (typeof find === "string") return find === "" ? text : text.replaceAll(find, () => replacement);
    let [out, at] = ["", 0];
    for (const { start, end } of compileRegex(find.regex).spans(text)) {
      out += text.slice(at, start) + replacement;
      at = end;
    }
    return out + text.slice(at);
  }, screen);
}

/** The rules of a directory of fixtures: `{ "PATTERN": "replacement", … }` in its normalise.json; none without one. */
export function replacementsIn(dir: string): readonly Replacement[] {
  const path = join(dir, FILE);
  const text = textOf(path);
  if (text === undefined) return [];
  const rules = parsed(text, path);
  if (typeof rules !== "object" || rules === null || Array.isArray(rules)) throw unusable(path, rules);
  return Object.entries(rules).map(([regex, replacement]: [string, unknown]) => {
    if (typeof replacement !== "string") throw unusable(path, replacement);
    return { find: { regex: checked(regex, path) }, with: replacement };
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new FixtureError(path, `${path}: cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FixtureError(path, `${path}: not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}

function checked(regex: string, path: string): string {
  try {
    compileRegex(regex);
    return regex;
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new FixtureError(path, `${path}: ${error.message}`, { cause: error });
  }
}

const unusable = (path: string, got: unknown): FixtureError =>
  new FixtureError(path, `${path}: must be an object of patterns and what replaces them, got ${shown(got)}`);

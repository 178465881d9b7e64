import { InvalidArgumentError } from "../../base/index.js";
import type { Matcher } from "./matcher.js";

export const MAX_MATCHER_DEPTH = 32;
export const MAX_MATCHER_NODES = 1024;

const TYPES: Readonly<Record<Matcher["type"], true>> = {
  contains_text: true,
  screen_regex: true,
  transcript_contains: true,
  transcript_regex: true,
  cursor_at: true,
  screen_stable: true,
  process_exited: true,
  any: true,
  all: true,
  lua: true,
};

type Fields = Readonly<Record<string, unknown>>;

/** Checks the whole tree and copies it, so that a later change of the caller's objects changes nothing. */
export function checkMatcher(value: unknown): Matcher {
  const budget = { nodes: 0 };
  return check(value, "matcher", 1, budget);
}

function check(value: unknown, path: string, depth: number, budget: { nodes: number }): Matcher {
  if (depth > MAX_MATCHER_DEPTH)
    fail("matcher", `nests deeper than ${MAX_MATCHER_DEPTH}; flatten its any and all lists`);
  if (++budget.nodes > MAX_MATCHER_NODES)
    fail("matcher", `holds more than ${MAX_MATCHER_NODES} matchers; use one regex with | instead`);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    fail(path, `must be a matcher object, not ${nameOf(value)}`);
  const fields = value as Fields;
  if (!isMatcherType(fields["type"]))
    fail(`${path}.type`, `must be one of ${Object.keys(TYPES).join(", ")}, not ${nameOf(fields["type"])}`);
  const type = fields["type"];
  switch (type) {
    case "contains_text":
    case "transcript_contains":
      return { type, text: text(fields, "text", path) };
    case "screen_regex":
    case "transcript_regex":
      return { type, pattern: text(fields, "pattern", path) };
    case "cursor_at":
      return { type, row: count(fields, "row", path), col: count(fields, "col", path) };
    case "screen_stable":
      return { type, minMs: count(fields, "minMs", path) };
    case "process_exited":
      return { type };
    case "any":
    case "all": {
      const list = fields["matchers"];
      if (!Array.isArray(list)) fail(`${path}.matchers`, `must be an array of matchers, not ${nameOf(list)}`);
      // Not map: it would skip the holes of a sparse array unchecked.
      return {
        type,
        matchers: Array.from(list, (child, i) => check(child, `${path}.${type}[${i}]`, depth + 1, budget)),
      };
    }
    case "lua": {
      const params = fields["params"];
      const named = { type, plugin: text(fields, "plugin", path), predicate: text(fields, "predicate", path) };
      return params === undefined ? named : { ...named, params };
    }
    default:
      return unreachable(type);
  }
}

/** Proves at compile time that a switch over a union is complete. */
export function unreachable(value: never): never {
  throw new TypeError(`unexpected ${JSON.stringify(value)}`);
}

function isMatcherType(value: unknown): value is Matcher["type"] {
  return typeof value === "string" && Object.hasOwn(TYPES, value);
}

function text(fields: Fields, name: string, path: string): string {
  const value = fields[name];
  if (value instanceof RegExp)
    fail(
      `${path}.${name}`,
      `must be a string: JavaScript's /${value.source}/${value.flags} is another dialect; write flags as (?i)`,
    );
  if (typeof value !== "string") fail(`${path}.${name}`, `must be a string, not ${nameOf(value)}`);
  return value;
}

function count(fields: Fields, name: string, path: string): number {
  const value = fields[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    fail(`${path}.${name}`, `must be a whole number, zero or more, not ${nameOf(value)}`);
  }
  return value;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value === undefined ? "missing" : `a value of type ${typeof value}`;
}

function fail(path: string, what: string): never {
  throw new InvalidArgumentError(path, `${path} ${what}`);
}

import type { ExpectPattern } from "../../api/index.js";
import { InvalidArgumentError, MAX_AWAITED_CHARS, MAX_EXPECT_PATTERNS, shown } from "../../base/index.js";
import type { LinearRegex } from "../../text/regex/index.js";
import { PatternBudget, compileRegex, findElsewhere } from "../../text/regex/index.js";

/** Which pattern was found, and where in the text. */
export interface Found {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
}

type Hit = Omit<Found, "index">;

export interface Compiled {
  /** The text itself, or the source of a regex. */
  readonly source: string;
  readonly kind: "text" | "regex" | "own_regex";
  readonly described: string;
  /** The first that begins at `from` or behind it. */
  readonly find: (text: string, from: number) => Hit | undefined;
  /** One that may take long is looked for in another thread. */
  readonly regex?: LinearRegex;
}

/** The patterns of one `expect`, checked and compiled. */
export class ExpectPatterns {
  /** Which of them stands for the end, and which for the time-out; -1 for none. */
  readonly eof: number;
  readonly timeout: number;
  readonly #budget = new PatternBudget();
  readonly #patterns: readonly (Compiled | undefined)[];

  constructor(patterns: ExpectPattern | readonly ExpectPattern[]) {
    const list = Array.isArray(patterns) ? (patterns as readonly ExpectPattern[]) : [patterns as ExpectPattern];
    if (list.length === 0 || list.length > MAX_EXPECT_PATTERNS)
      fail("patterns", `must be one pattern or an array of 1 to ${MAX_EXPECT_PATTERNS}, got ${list.length}`);
    this.#patterns = list.map((pattern, at) =>
      this.#compile(pattern, Array.isArray(patterns) ? `patterns[${at}]` : "pattern"),
    );
    const chars = this.searched.reduce((sum, { kind, source }) => sum + (kind === "text" ? source.length : 0), 0);
    if (chars > MAX_AWAITED_CHARS)
      fail("patterns", `must have ${MAX_AWAITED_CHARS} characters of text at most, all together, got ${chars}`);
    this.eof = list.findIndex((pattern) => typeOf(pattern) === "eof");
    this.timeout = list.findIndex((pattern) => typeOf(pattern) === "timeout");
  }

  /** Those that are looked for in what the program says. */
  get searched(): readonly Compiled[] {
    return this.#patterns.filter((pattern) => pattern !== undefined);
  }

  /** Whether one of them may take too long in such a text to be asked at once. */
  isDear({ regex }: Compiled, text: string): boolean {
    return regex !== undefined && this.#budget.mayTakeLong(text.length) && regex.mayMatch(text);
  }

  /** What is waited for, as a part of a sentence. */
  get described(): string {
    const words = this.#patterns.map((pattern) => pattern?.described).filter((word) => word !== undefined);
    if (this.eof >= 0) words.push("the end of the output");
    return words.length === 0 ? "the time to pass" : words.join(", or ");
  }

  /** Whether another thread has to look through such a text. */
  mayTakeLong(text: string): boolean {
    return this.searched.some((pattern) => this.isDear(pattern, text));
  }

  find(text: string, from: number): Found | undefined {
    return first(this.#patterns.map((pattern) => pattern?.find(text, from)));
  }

  async findElsewhere(text: string, from: number, signal: AbortSignal): Promise<Found | undefined> {
    const hits = this.#patterns.map(async (pattern) => {
      if (pattern?.regex === undefined) return pattern?.find(text, from);
      return pattern.regex.mayMatch(text) ? hitOf(await findElsewhere(pattern.regex, text, from, signal)) : undefined;
    });
    return first(await Promise.all(hits));
  }

  #compile(pattern: ExpectPattern, field: string): Compiled | undefined {
    if (typeof pattern === "string") return textPattern(pattern, field);
    if (pattern instanceof RegExp) return ownPattern(pattern);
    if (typeOf(pattern) !== undefined) return undefined;
    const source = (pattern as { regex?: unknown } | null)?.regex;
    if (typeof source !== "string")
      fail(field, `must be a string, a RegExp, {regex: "..."}, Expect.eof or Expect.timeout, got ${shown(pattern)}`);
    const regex = compileRegex(source, { field: `${field}.regex`, budget: this.#budget });
    const find = (text: string, from: number): Hit | undefined => hitOf(regex.find(text, from));
    return { kind: "regex", source, described: `a match of ${shown(source)}`, find, regex };
  }
}

/** The one that begins first; of those at one place, the first of the list. */
function first(hits: readonly (Hit | undefined)[]): Found | undefined {
  let best: Found | undefined;
  for (const [index, hit] of hits.entries())
    if (hit !== undefined && (best === undefined || hit.start < best.start)) best = { index, ...hit };
  return best;
}

function textPattern(text: string, field: string): Compiled {
  if (text === "" || text.length > MAX_AWAITED_CHARS)
    fail(field, `must have 1 to ${MAX_AWAITED_CHARS} characters, got ${text.length}`);
  const find = (searched: string, from: number): Hit | undefined => {
    const start = searched.indexOf(text, from);
    return start < 0 ? undefined : { start, end: start + text.length, groups: [] };
  };
  return { kind: "text", source: text, described: `text ${shown(text)}`, find };
}

/** A caller's own RegExp. A copy: searching moves its `lastIndex`. */
function ownPattern(pattern: RegExp): Compiled {
  const regex = new RegExp(pattern.source, [...new Set([...pattern.flags.replace("y", ""), "g"])].join(""));
  const find = (text: string, from: number): Hit | undefined => {
    regex.lastIndex = from;
    const found = regex.exec(text);
    if (found === null) return undefined;
    const groups = found.slice(1).map((group: string | undefined) => group ?? null);
    return { start: found.index, end: found.index + found[0].length, groups };
  };
  return { kind: "own_regex", source: pattern.source, described: `a match of ${String(pattern)}`, find };
}

const hitOf = (found: ReturnType<LinearRegex["find"]>): Hit | undefined =>
  found && { start: found.index, end: found.end, groups: found.groups };

const typeOf = (pattern: ExpectPattern): "eof" | "timeout" | undefined => {
  const { type } = Object(pattern) as { type?: unknown };
  return type === "eof" || type === "timeout" ? type : undefined;
};

function fail(field: string, what: string): never {
  throw new InvalidArgumentError(field, `${field} ${what}`);
}

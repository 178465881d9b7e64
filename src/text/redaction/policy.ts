import { InvalidArgumentError, checkOptionNames, shown } from "../../base/index.js";
import type { RedactionOptions } from "../../protocol/index.js";
import type { Rules } from "./analysis.js";
import { applyEdits, findEdits } from "./edits.js";
import { ExtraRules } from "./extra-rules.js";
import { redactCutHead } from "./cut-head.js";
import type { SecretMemory } from "./secret-memory.js";
import type { Span } from "./span.js";

/** What to put in a secret's place unless the caller says otherwise. */
export const DEFAULT_REPLACEMENT = "[REDACTED]";
const MAX_REPLACEMENT_CHARS = 256;

export type { RedactionOptions };

/** Options of {@link RedactionPolicy.redactSlice}. */
export interface SliceOptions {
  /** The text itself begins in the middle of something: what came before was thrown away. */
  readonly headCut?: boolean;
}

/** A policy's rules, for this folder only. */
export let rulesOf: (policy: RedactionPolicy) => Rules;

/** What one who tells of a program adds to a policy. */
export interface PolicyAdditions {
  readonly literals?: readonly string[];
  readonly memory?: SecretMemory;
  /** Own rules must not tell what is covered by the others. */
  readonly extraSeesCovered?: boolean;
  /** What its own regexes match is among the literals already. */
  readonly withoutRegexes?: boolean;
}

/** The policy with more to find. It is another one: what was kept for the first does not hold for it. */
export let extendedPolicy: (policy: RedactionPolicy, additions: PolicyAdditions) => RedactionPolicy;

/** Goes up when the policy may find more in the same text. */
export const policyVersion = (policy: RedactionPolicy): number => rulesOf(policy).memory?.version ?? 0;

/**
 * Decides what is a secret and what stands in its place. Immutable.
 *
 * @example
 * ```ts
 * const policy = new RedactionPolicy({ extraLiterals: ["hunter2"] });
 * policy.redact("login hunter2"); // "login [REDACTED]"
 * ```
 */
export class RedactionPolicy {
  static readonly #default = new RedactionPolicy();

  readonly enabled: boolean;
  readonly replacement: string;
  readonly extraLiterals: readonly string[];
  readonly extraRegexes: readonly string[];
  #rules: Rules;

  static {
    rulesOf = (policy) => policy.#rules;
    extendedPolicy = (policy, { literals = [], memory, extraSeesCovered, withoutRegexes = false }) => {
      const { enabled, replacement, extraLiterals } = policy;
      const extraRegexes = withoutRegexes ? [] : policy.extraRegexes;
      const extended = new RedactionPolicy({
        enabled,
        replacement,
        extraLiterals: [...extraLiterals, ...literals],
        extraRegexes,
      });
      const before = policy.#rules;
      extended.#rules = {
        ...extended.#rules,
        memory: memory ?? before.memory,
        extraSeesCovered: extraSeesCovered ?? before.extraSeesCovered,
      };
      return extended;
    };
  }

  constructor(options: RedactionOptions = {}) {
    checkOptionNames("redaction options", options, ["enabled", "replacement", "extraLiterals", "extraRegexes"]);
    this.enabled = options.enabled ?? true;
    requireStrings("extraLiterals", options.extraLiterals);
    requireStrings("extraRegexes", options.extraRegexes);
    this.replacement = checkReplacement(options.replacement ?? DEFAULT_REPLACEMENT);
    this.extraLiterals = Object.freeze([...(options.extraLiterals ?? [])]);
    this.extraRegexes = Object.freeze([...(options.extraRegexes ?? [])]);
    this.#rules = {
      replacement: this.replacement,
      extra: new ExtraRules(this.extraLiterals, this.extraRegexes),
    };
    Object.freeze(this);
  }

  /** The policy that is used where nobody asked for another one. */
  static default(): RedactionPolicy {
    return RedactionPolicy.#default;
  }

  /** The text with every secret replaced. Escape sequences inside a secret are kept, behind the replacement. */
  redact(text: string): string {
    if (!this.enabled) return text;
    const { edits } = findEdits(text, this.#rules, true);
    return edits.length === 0 ? text : applyEdits(text, edits, 0, text.length);
  }

  /** What {@link redact} replaces: UTF-16 offsets, sorted, disjoint, each with the escape sequences inside it. */
  spans(text: string): readonly Span[] {
    return this.enabled ? findEdits(text, this.#rules, true).spans : [];
  }

  /**
   * The redacted form of `text.slice(start, end)`, judged with what stands around it: `token=` before the slice still
   * hides the value inside it.
   */
  redactSlice(text: string, start: number, end: number = text.length, options: SliceOptions = {}): string {
    if (!this.enabled) return text.slice(start, end);
    const { edits } = findEdits(text, this.#rules, true);
    const all = options.headCut ? redactCutHead(text, edits, this.#rules) : edits;
    return applyEdits(text, all, start, end);
  }
}

/** From plain JavaScript: a string instead of an array would hide each of its letters. */
function requireStrings(field: string, value: unknown): void {
  if (value === undefined) return;
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
    throw new InvalidArgumentError(field, `${field} must be an array of strings, got ${shown(value)}`);
}

/** The policy that was given; what is none would fail in the middle of a text, or let it through. */
export function requirePolicy(policy: unknown): RedactionPolicy {
  if (policy instanceof RedactionPolicy) return policy;
  throw new InvalidArgumentError(
    "policy",
    `policy must be a RedactionPolicy, such as new RedactionPolicy({ extraLiterals: [...] }), got ${shown(policy)}`,
  );
}

function checkReplacement(replacement: string): string {
  if (/\p{Cc}/u.test(replacement)) {
    const message = "replacement holds control characters, expected printable text. Leave out line breaks and escapes.";
    throw new InvalidArgumentError("replacement", message);
  }
  if (replacement.length > MAX_REPLACEMENT_CHARS) {
    const message = `replacement has ${replacement.length} characters, at most ${MAX_REPLACEMENT_CHARS} are allowed. Use a short marker.`;
    throw new InvalidArgumentError("replacement", message);
  }
  return replacement;
}

import { InvalidArgumentError } from "../base/index.js";
import type { Rules } from "./analysis.js";
import { applyEdits, findEdits } from "./edits.js";
import { ExtraRules } from "./extra-rules.js";
import { redactCutHead } from "./cut-head.js";
import type { Span } from "./span.js";

/** What to put in a secret's place unless the caller says otherwise. */
export const DEFAULT_REPLACEMENT = "[REDACTED]";
const MAX_REPLACEMENT_CHARS = 256;

/** Options of {@link RedactionPolicy}. */
export interface RedactionOptions {
  /** False hands every text through unchanged. */
  readonly enabled?: boolean;
  /** Written literally for each secret; no control characters. */
  readonly replacement?: string;
  /** Exact values to hide, also in their JSON and URL spellings. Empty ones are ignored. */
  readonly extraLiterals?: readonly string[];
  /** Patterns to hide, in the RE2/Rust dialect. */
  readonly extraRegexes?: readonly string[];
}

/** Options of {@link RedactionPolicy.redactSlice}. */
export interface SliceOptions {
  /** The text itself begins in the middle of something: what came before was thrown away. */
  readonly headCut?: boolean;
}

/** A policy's rules, for this folder only. */
export let rulesOf: (policy: RedactionPolicy) => Rules;

/** Decides what is a secret and what stands in its place. Immutable. */
export class RedactionPolicy {
  static readonly #default = new RedactionPolicy();

  readonly enabled: boolean;
  readonly replacement: string;
  readonly extraLiterals: readonly string[];
  readonly extraRegexes: readonly string[];
  readonly #rules: Rules;

  static {
    rulesOf = (policy) => policy.#rules;
  }

  constructor(options: RedactionOptions = {}) {
    this.enabled = options.enabled ?? true;
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

import type { CodePointSet } from "./code-point-set.js";

export type Assertion = "start_text" | "end_text" | "start_line" | "end_line" | "word_boundary" | "not_word_boundary";

/** A parsed pattern. Flags are already applied, so that every node means the same wherever it stands. */
export type PatternNode =
  | { readonly kind: "empty" }
  | { readonly kind: "literal"; readonly codePoint: number }
  | { readonly kind: "class"; readonly set: CodePointSet }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "capture"; readonly body: PatternNode }
  | {
      readonly kind: "repeat";
      readonly min: number;
      /** undefined: no upper bound */
      readonly max: number | undefined;
      readonly greedy: boolean;
      readonly body: PatternNode;
      readonly position: number;
    }
  | { readonly kind: "concat"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "alternation"; readonly branches: readonly PatternNode[] };

/** The inline flags of the dialect: (?i) (?m) (?s) (?U) (?u) (?x) (?R). */
export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotMatchesNewline: boolean;
  readonly swapGreed: boolean;
  readonly unicode: boolean;
  readonly ignoreWhitespace: boolean;
  readonly crlf: boolean;
}

export const DEFAULT_FLAGS: Flags = {
  ignoreCase: false,
  multiLine: false,
  dotMatchesNewline: false,
  swapGreed: false,
  unicode: true,
  ignoreWhitespace: false,
  crlf: false,
};

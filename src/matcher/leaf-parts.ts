import type { Evaluation, TextMemory } from "./evaluation.js";
import { MatcherPart } from "./matcher-part.js";
import type { MatchOutcome } from "./outcome.js";
import { compileRegex } from "../regex/index.js";
import type { LinearRegex } from "../regex/index.js";

/** A leaf that looks at one text and keeps its answer until that text differs. */
abstract class TextLeaf extends MatcherPart {
  override readonly reads: "screen" | "transcript";
  #version = 0;
  #outcome: MatchOutcome | undefined;

  constructor(reads: "screen" | "transcript") {
    super();
    this.reads = reads;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    const memory: TextMemory = this.reads === "screen" ? now.screen : now.transcript;
    if (memory.version !== this.#version) {
      this.#version = memory.version;
      this.#outcome = this.search(memory.text);
    }
    return this.#outcome;
  }

  protected abstract search(text: string): MatchOutcome | undefined;
}

export class TextPart extends TextLeaf {
  readonly #kind: "contains_text" | "transcript_contains";
  readonly #text: string;

  constructor(kind: "contains_text" | "transcript_contains", text: string) {
    super(kind === "contains_text" ? "screen" : "transcript");
    this.#kind = kind;
    this.#text = text;
  }

  protected override search(text: string): MatchOutcome | undefined {
    return text.includes(this.#text) ? { kind: this.#kind, text: this.#text } : undefined;
  }
}

export class RegexPart extends TextLeaf {
  readonly #kind: "screen_regex" | "transcript_regex";
  readonly #regex: LinearRegex;

  constructor(kind: "screen_regex" | "transcript_regex", pattern: string, field: string) {
    super(kind === "screen_regex" ? "screen" : "transcript");
    this.#kind = kind;
    this.#regex = compileRegex(pattern, { field });
  }

  protected override search(text: string): MatchOutcome | undefined {
    const found = this.#regex.exec(text);
    return found === undefined ? undefined : { kind: this.#kind, pattern: this.#regex.source, capture: found.capture };
  }
}

export class CursorPart extends MatcherPart {
  readonly #row: number;
  readonly #col: number;

  constructor(row: number, col: number) {
    super();
    this.#row = row;
    this.#col = col;
  }

  override evaluate({ view }: Evaluation): MatchOutcome | undefined {
    if (view.cursorRow !== this.#row || view.cursorCol !== this.#col) return undefined;
    return { kind: "cursor_at", row: this.#row, col: this.#col };
  }
}

export class StablePart extends MatcherPart {
  readonly minMs: number;

  constructor(minMs: number) {
    super();
    this.minMs = minMs;
  }

  override evaluate({ view }: Evaluation): MatchOutcome | undefined {
    return view.stableMs >= this.minMs ? { kind: "screen_stable", minMs: this.minMs } : undefined;
  }

  override earliestMs({ view }: Evaluation): number {
    return Math.max(0, this.minMs - view.stableMs);
  }
}

export class ExitedPart extends MatcherPart {
  override evaluate({ view }: Evaluation): MatchOutcome | undefined {
    return view.exited ? { kind: "process_exited" } : undefined;
  }
}

import type { Evaluation, TextMemory } from "./evaluation.js";
import { MatcherPart } from "./matcher-part.js";
import type { MatchOutcome } from "./outcome.js";
import { MAX_CHARS_SEARCHED_AT_ONCE } from "../../base/index.js";
import type { MatchView } from "./match-view.js";
import { compileRegex, searchElsewhere } from "../../text/regex/index.js";
import type { LinearRegex } from "../../text/regex/index.js";

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
    const memory = this.memory(now);
    if (memory.version !== this.#version) {
      this.#version = memory.version;
      this.#outcome = this.search(memory.text);
    }
    return this.#outcome;
  }

  protected memory(now: Evaluation): TextMemory {
    return this.reads === "screen" ? now.screen : now.transcript;
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

/** Asked about a large text, it has the answer of another thread before it is evaluated. */
export class RegexPart extends TextLeaf {
  readonly #kind: "screen_regex" | "transcript_regex";
  readonly #regex: LinearRegex;
  #answered: { readonly text: string; readonly outcome: MatchOutcome | undefined } | undefined;

  constructor(kind: "screen_regex" | "transcript_regex", pattern: string, field: string) {
    super(kind === "screen_regex" ? "screen" : "transcript");
    this.#kind = kind;
    this.#regex = compileRegex(pattern, { field });
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    if (now.supposed === undefined || !this.isOpen(now)) return super.evaluate(now);
    now.isOpen = true;
    return now.supposed ? this.#outcome({ capture: "" }) : undefined;
  }

  /** Whether another thread has to be asked. */
  isOpen(now: Evaluation): boolean {
    const { text } = this.memory(now);
    if (text.length <= MAX_CHARS_SEARCHED_AT_ONCE || text === this.#answered?.text) return false;
    return this.#regex.mayMatch(text);
  }

  async ask(view: MatchView, signal?: AbortSignal): Promise<void> {
    const text = this.reads === "screen" ? view.screenText : view.transcriptTail;
    try {
      const found = await searchElsewhere(this.#regex.source, text, signal);
      this.#answered = { text, outcome: this.#outcome(found) };
    } catch {
      // There is no thread to be had: whoever evaluates searches it himself.
      this.#answered = undefined;
    }
  }

  /** One that is still open may match. */
  override earliestMs(now: Evaluation): number {
    return this.isOpen(now) ? 0 : super.earliestMs(now);
  }

  protected override search(text: string): MatchOutcome | undefined {
    return text === this.#answered?.text ? this.#answered.outcome : this.#outcome(this.#regex.exec(text));
  }

  #outcome(found: { readonly capture: string } | undefined): MatchOutcome | undefined {
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

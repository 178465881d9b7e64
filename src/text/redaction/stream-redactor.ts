import { MAX_HEADLESS_CHARS, cutHeadEnd } from "./cut-head.js";
import { applyEdits, findEdits, toRaw, type Edit } from "./edits.js";
import { stripControls } from "./escapes.js";
import { PemFilter } from "./pem-filter.js";
import type { SliceOptions } from "./policy.js";
import { RedactionPolicy, requirePolicy, rulesOf } from "./policy.js";

/** Characters that may wait for what follows them. */
export const MAX_HELD_CHARS = 4_096;
/** What is kept, already handed out, of the current line: keys and quotes to the left of what comes next. */
const CONTEXT_CHARS = 1_024;

export interface StreamOptions extends SliceOptions {
  /** Output that came before and is not handed out: `token=` at its end still hides what follows. */
  readonly after?: string | undefined;
}

/**
 * Redacts output that arrives in pieces. The results put together equal the redacted whole, wherever it was cut, for
 * secrets up to {@link MAX_HELD_CHARS}; a longer one is hidden too, but where it ends is decided more coarsely.
 * Text is held back only while it may be, or become, part of a secret.
 *
 * @example
 * ```ts
 * const redactor = new StreamRedactor();
 * process.stdout.write(redactor.push("token=abc") + redactor.push("def123456\n") + redactor.flush());
 * ```
 */
export class StreamRedactor {
  readonly #policy: RedactionPolicy;
  /** The current line: first what was handed out (context), from #done on what was not. */
  #buffer = "";
  #done = 0;
  #endedInSecret = false;
  #pem: PemFilter;
  /** The end of a secret that grew beyond all bounds; everything up to it is dropped. */
  #overlongUntil: RegExp | null = null;

  /** The output may still be in the middle of a secret whose beginning nobody saw. */
  #isHeadCut: boolean;
  #headChars = 0;

  constructor(policy: RedactionPolicy = RedactionPolicy.default(), options: StreamOptions = {}) {
    this.#policy = requirePolicy(policy);
    this.#isHeadCut = options.headCut ?? false;
    this.#pem = new PemFilter(policy.replacement);
    if (options.after === undefined) return;
    this.push(options.after);
    this.#done = this.#buffer.length;
  }

  /** Takes more output, returns what can no longer change. */
  push(chunk: string): string {
    if (!this.#policy.enabled) return chunk;
    const head = this.#isHeadCut ? this.#dropHead(chunk) : 0;
    this.#buffer += this.#pem.push(chunk.slice(head), false);
    return (head > 0 ? this.#policy.replacement : "") + this.#advance(false);
  }

  /** Returns what was held back: no more output follows, or the reader will not wait any longer. */
  flush(): string {
    this.#buffer += this.#pem.push("", true);
    const out = this.#advance(true);
    this.#buffer = "";
    this.#done = 0;
    this.#endedInSecret = false;
    this.#pem = new PemFilter(this.#policy.replacement);
    this.#overlongUntil = null;
    return out;
  }

  /** What stands for a secret. */
  get replacement(): string {
    return this.#policy.replacement;
  }

  /** Characters held back at present. */
  get heldChars(): number {
    return this.#buffer.length - this.#done + this.#pem.heldChars;
  }

  /** How much of the chunk may belong to what came before it. */
  #dropHead(chunk: string): number {
    const rules = rulesOf(this.#policy);
    const end = cutHeadEnd(chunk, findEdits(chunk, rules, true).edits, rules);
    this.#headChars += end;
    this.#isHeadCut = end === chunk.length && this.#headChars < MAX_HEADLESS_CHARS;
    return end;
  }

  #advance(final: boolean): string {
    let out = "";
    if (this.#overlongUntil) {
      out += this.#dropOverlong(this.#overlongUntil);
      if (this.#overlongUntil) return out;
    }
    const { edits, hold } = findEdits(this.#buffer, rulesOf(this.#policy), final);
    out += this.#emit(edits, hold);
    if (this.heldChars > MAX_HELD_CHARS) out += this.#release();
    this.#trimContext();
    return out;
  }

  #emit(edits: readonly Edit[], upTo: number): string {
    const from = this.#done;
    let to = Math.max(from, upTo);
    const cut = edits.find((edit) => edit.start < to && to < edit.end);
    if (cut) to = Math.max(from, cut.start);
    if (to === from) return "";
    // A secret that continues the one just handed out does not get a second replacement.
    const joined = this.#endedInSecret
      ? edits.map((edit) => (edit.start <= from ? { ...edit, text: "" } : edit))
      : edits;
    this.#endedInSecret = edits.some((edit) => edit.end === to);
    this.#done = to;
    return applyEdits(this.#buffer, joined, from, to);
  }

  /** Too much is held: judge it as if nothing followed. A secret that is still growing is dropped up to its end. */
  #release(): string {
    const { edits } = findEdits(this.#buffer, rulesOf(this.#policy), true);
    const target = this.#buffer.length - MAX_HELD_CHARS / 2;
    const cut = edits.find((edit) => edit.start < target && target < edit.end);
    const to = cut ? cut.end : target;
    const out = this.#emit(edits, to);
    if (cut && to === this.#buffer.length) {
      const quote = this.#buffer[cut.start - 1] ?? "";
      this.#overlongUntil =
        quote === '"' ? /["\r\n]/ : quote === "'" ? /['\r\n]/ : quote === "`" ? /[`\r\n]/ : /[\s"'`]/;
      this.#restartAt(to);
    }
    return out;
  }

  /** Forgets the rest of an overlong secret; the control sequences inside it are handed on. */
  #dropOverlong(until: RegExp): string {
    const stripped = stripControls(this.#buffer);
    const found = stripped.visible.search(until);
    if (found !== -1) this.#overlongUntil = null;
    const end = found === -1 ? stripped.unfinished : toRaw(stripped, found);
    const kept = stripped.sequences.filter((sequence) => sequence.end <= end && sequence.payloadStart === -1);
    const out = kept.map((sequence) => this.#buffer.slice(sequence.start, sequence.end)).join("");
    this.#restartAt(end);
    this.#endedInSecret = true;
    return out;
  }

  #restartAt(index: number): void {
    this.#buffer = this.#buffer.slice(index);
    this.#done = 0;
  }

  #trimContext(): void {
    const done = this.#done;
    const lineStart = Math.max(this.#buffer.lastIndexOf("\n", done - 1), this.#buffer.lastIndexOf("\r", done - 1)) + 1;
    const keepFrom = done === 0 ? 0 : Math.max(lineStart, done - CONTEXT_CHARS);
    this.#buffer = this.#buffer.slice(keepFrom);
    this.#done = done - keepFrom;
  }
}

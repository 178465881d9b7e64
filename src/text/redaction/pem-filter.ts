import { secretStart, toRaw } from "./edits.js";
import { stripControls, type Stripped } from "./escapes.js";
import { INSIDE_BODY, findHeadlessKey, type HeadlessSearch } from "./headless-key.js";
import { findPemHeader, followPem, partialPemStart, type PemState } from "./pem.js";
import type { Span } from "./span.js";

/** Raw characters of a key's lines that may wait for what follows. */
const MAX_LINE_CHARS = 2_000;
/** Of a line that was let out: more than any line of a key has. */
const MAX_CONTEXT_CHARS = 200;
const BEHIND_BLOCK = "-";

/** Puts the replacement in the place of private key blocks in a stream, without waiting for their end. */
export class PemFilter {
  #buffer = "";
  #state: PemState | null = null;
  /** What was let out of the current line: a line of a key is known by all of it. Behind a block something no key begins with. */
  #line = "";
  /** In the middle of a block that is no private key. */
  #isSpared = false;

  constructor(private readonly replacement: string) {}

  /** Characters held back: what may be the beginning of a header, or the last line of an open block. */
  get heldChars(): number {
    return this.#buffer.length;
  }

  /** Takes more output, returns what is certain. `final`: nothing follows. */
  push(chunk: string, final: boolean): string {
    this.#buffer += chunk;
    const pass = new Pass(this.#buffer);
    const { visible, unfinished } = pass.stripped;
    let at = 0;
    let lineFrom = 0;
    let header = findPemHeader(visible, 0);
    for (;;) {
      if (this.#state) {
        at = this.#follow(pass, at, final, this.#state);
        if (this.#state) break;
        lineFrom = at;
        this.#line = BEHIND_BLOCK;
      }
      if (header && header.start < at) header = findPemHeader(visible, at);
      const limit = header?.start ?? visible.length;
      const headless = this.#findHeadless(pass, at, limit, final || header !== null);
      if (headless.found) {
        pass.replaceTo(headless.found, this.replacement);
        at = headless.found.end;
        this.#state = headless.closed ? null : INSIDE_BODY;
        lineFrom = at;
        this.#line = BEHIND_BLOCK;
        continue;
      }
      if (!header) {
        const partial = final ? visible.length : Math.max(at, partialPemStart(visible));
        at = Math.min(partial, headless.hold);
        const end = at === visible.length ? this.#buffer.length : secretStart(pass.stripped, at);
        pass.copyTo(final ? end : Math.min(end, unfinished));
        break;
      }
      pass.replaceTo(header, this.replacement);
      at = header.end;
      this.#isSpared = false;
      this.#state = { sawBody: false, shortLineAllowed: true };
    }
    this.#keepLine(visible.slice(lineFrom, at));
    this.#buffer = this.#buffer.slice(pass.done);
    return pass.out;
  }

  /** Offsets are those of the pass; what was let out of the first line cannot be taken back. */
  #findHeadless({ stripped }: Pass, at: number, limit: number, final: boolean): HeadlessSearch {
    const context = at === 0 ? this.#line : "";
    const before = context.length;
    const back = (index: number): number => Math.max(at, index - before);
    const find = (isFinal: boolean): HeadlessSearch =>
      findHeadlessKey(context + stripped.visible, at, limit + before, isFinal, this.#isSpared);
    let search = find(final);
    const held = back(search.hold) < limit ? this.#buffer.length - secretStart(stripped, back(search.hold)) : 0;
    // Lines with more blanks or control sequences than text are judged as they are, so that nothing piles up.
    if (!search.found && held > MAX_LINE_CHARS) search = find(true);
    this.#isSpared = search.spared;
    const found = search.found && { start: back(search.found.start), end: back(search.found.end) };
    return { ...search, found, hold: back(search.hold) };
  }

  #keepLine(passed: string): void {
    const line = this.#line + passed;
    // A last "\r" may belong to "\r\n".
    const start = Math.max(line.lastIndexOf("\n"), line.lastIndexOf("\r", Math.max(0, line.length - 2))) + 1;
    this.#line = line.slice(start, start + MAX_CONTEXT_CHARS);
  }

  /** Drops what belongs to the open block; returns where in the visible text to go on. */
  #follow(pass: Pass, at: number, final: boolean, before: PemState): number {
    const { visible, unfinished } = pass.stripped;
    const { end, state } = followPem(visible, at, this.replacement, final, before);
    this.#state = state;
    if (end > at) pass.dropTo(toRaw(pass.stripped, end - 1) + 1);
    if (!state || this.#buffer.length - pass.done <= MAX_LINE_CHARS) return end;
    // A line with more control sequences than text is judged as it is, so that nothing piles up.
    const forced = followPem(visible, end, this.replacement, true, state);
    if (forced.end < visible.trimEnd().length) this.#state = null;
    pass.dropTo(this.#state ? unfinished : toRaw(pass.stripped, forced.end));
    return this.#state ? visible.length : forced.end;
  }
}

/** One walk over a buffer: pieces are copied, or dropped but for their intact control sequences. */
class Pass {
  readonly stripped: Stripped;
  out = "";
  done = 0;
  #next = 0;

  constructor(private readonly raw: string) {
    this.stripped = stripControls(raw);
  }

  copyTo(end: number): void {
    if (end <= this.done) return;
    this.out += this.raw.slice(this.done, end);
    this.done = end;
  }

  /** Writes the replacement for a part of the visible text that begins behind what is done. */
  replaceTo({ start, end }: Span, replacement: string): void {
    this.copyTo(secretStart(this.stripped, start));
    this.out += replacement;
    this.dropTo(toRaw(this.stripped, end - 1) + 1);
  }

  dropTo(end: number): void {
    const { sequences } = this.stripped;
    for (; this.#next < sequences.length && sequences[this.#next].end <= end; this.#next += 1) {
      const { start, end: to, broken } = sequences[this.#next];
      if (start >= this.done && !broken) this.out += this.raw.slice(start, to);
    }
    this.done = Math.max(this.done, end);
  }
}

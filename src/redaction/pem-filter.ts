import { secretStart, toRaw } from "./edits.js";
import { stripControls, type Stripped } from "./escapes.js";
import { findPemHeader, followPem, partialPemStart, type PemState } from "./pem.js";

/** Raw characters of a key's line that may wait for its end. */
const MAX_LINE_CHARS = 2_000;

/** Puts the replacement in the place of private key blocks in a stream, without waiting for their end. */
export class PemFilter {
  #buffer = "";
  #state: PemState | null = null;

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
    for (;;) {
      if (this.#state) {
        at = this.#follow(pass, at, final, this.#state);
        if (this.#state) break;
      }
      const header = findPemHeader(visible, at);
      const copied = header?.start ?? (final ? visible.length : Math.max(at, partialPemStart(visible)));
      if (!header) {
        const end = copied === visible.length ? this.#buffer.length : secretStart(pass.stripped, copied);
        pass.copyTo(final ? end : Math.min(end, unfinished));
        break;
      }
      pass.copyTo(secretStart(pass.stripped, header.start));
      pass.out += this.replacement;
      pass.dropTo(toRaw(pass.stripped, header.end - 1) + 1);
      at = header.end;
      this.#state = { sawBody: false, shortLineAllowed: true };
    }
    this.#buffer = this.#buffer.slice(pass.done);
    return pass.out;
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

  dropTo(end: number): void {
    const { sequences } = this.stripped;
    for (; this.#next < sequences.length && sequences[this.#next].end <= end; this.#next += 1) {
      const { start, end: to, broken } = sequences[this.#next];
      if (start >= this.done && !broken) this.out += this.raw.slice(start, to);
    }
    this.done = Math.max(this.done, end);
  }
}

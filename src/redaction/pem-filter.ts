import { secretStart, toRaw } from "./edits.js";
import { stripControls, type Stripped } from "./escapes.js";
import { findPemHeader, followPem, partialPemStart, type PemState } from "./pem.js";

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
        const { end, state } = followPem(visible, at, this.replacement, final, this.#state);
        this.#state = state;
        pass.dropTo(at === end ? pass.done : toRaw(pass.stripped, end - 1) + 1);
        at = end;
        if (state) break;
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

/** A line that is longer is passed on in pieces; no record of ours is. */
const MAX_HELD_BYTES = 1_048_576;
const NEWLINE = 0x0a;

/** Makes whole lines of bytes that arrive in pieces, and passes on those that contain a text. */
export class LineFilter {
  readonly #text: Buffer | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(text: Buffer | undefined) {
    this.#text = text === undefined || text.length === 0 ? undefined : text;
  }

  /** The lines that are whole now. What follows the last of them is held. */
  push(bytes: Buffer): Buffer {
    const last = bytes.lastIndexOf(NEWLINE);
    if (last === -1) {
      this.#hold(bytes);
      return this.#heldBytes > MAX_HELD_BYTES ? this.#wanted(this.#take()) : Buffer.alloc(0);
    }
    const whole = Buffer.concat([this.#take(), bytes.subarray(0, last + 1)]);
    this.#hold(bytes.subarray(last + 1));
    return this.#wanted(whole);
  }

  /** The line that never ended, ended now: nothing will be added to it any more. */
  end(): Buffer {
    return this.#heldBytes === 0 ? Buffer.alloc(0) : this.#wanted(Buffer.concat([this.#take(), Buffer.from("\n")]));
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    // A copy: the few bytes held would keep the whole block in memory.
    this.#held.push(Buffer.from(bytes));
    this.#heldBytes += bytes.length;
  }

  #take(): Buffer {
    const held = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return held;
  }

  #wanted(whole: Buffer): Buffer {
    if (this.#text === undefined) return whole;
    const lines: Buffer[] = [];
    for (let start = 0; start < whole.length;) {
      const newline = whole.indexOf(NEWLINE, start);
      const end = newline === -1 ? whole.length : newline + 1;
      const line = whole.subarray(start, end);
      if (line.includes(this.#text)) lines.push(line);
      start = end;
    }
    return Buffer.concat(lines);
  }
}

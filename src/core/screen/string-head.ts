/** Longer than any head with sense. */
const MAX_HEAD_CHARS = 1_024;

/** Splits a string as it comes into what stands before a mark, which is kept, and what stands behind it, which is handed on. */
export class StringHead {
  text = "";
  isWhole = false;
  readonly #mark: number;

  constructor(mark: string) {
    this.#mark = mark.charCodeAt(0);
  }

  /** Where the rest begins in this piece; -1 if the head is too long to be one. */
  take(bytes: Uint8Array, start: number, end: number): number {
    if (this.isWhole) return start;
    const found = bytes.subarray(start, end).indexOf(this.#mark);
    const headEnd = found < 0 ? end : start + found;
    if (this.text.length + headEnd - start > MAX_HEAD_CHARS) return -1;
    this.text += Buffer.from(bytes.subarray(start, headEnd)).toString("latin1");
    this.isWhole = found >= 0;
    return found < 0 ? end : headEnd + 1;
  }
}

/** `a=b,c=d` as a table; the last of the same name counts. */
export function fieldsOf(text: string, separator: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(separator).map((field) => {
      const at = field.indexOf("=");
      return at < 0 ? [field, ""] : [field.slice(0, at), field.slice(at + 1)];
    }),
  );
}

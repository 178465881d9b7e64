import type { Frame } from "./frame.js";
import { brokenStream, oversize } from "./frame.js";

// A field name as in RFC 9110. JSON text never begins with one, so a client with the other framing gets an error at once.
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?=:)/;
const LENGTH = /^[ \t]*([0-9]+)[ \t]*$/;

/** The lines before a body: which length do they announce? */
export class HeaderBlock {
  readonly #maxBytes: number;
  #length: number | undefined;
  #isEmpty = true;

  constructor(maxMessageBytes: number) {
    this.#maxBytes = maxMessageBytes;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  get length(): number | undefined {
    return this.#length;
  }

  /** Returns what is wrong with the line, if something is. */
  add(line: string): Frame | undefined {
    this.#isEmpty = false;
    const name = FIELD_NAME.exec(line)?.[0];
    if (name === undefined)
      return brokenStream(
        'expected a header such as "Content-Length: 42"; a client that sends one message a line needs the ndjson framing',
      );
    if (name.toLowerCase() !== "content-length") return undefined;
    const digits = LENGTH.exec(line.slice(name.length + 1))?.[1];
    if (digits === undefined)
      return brokenStream("the Content-Length is not a number of bytes; send the length of the body in digits");
    const length = Number(digits);
    if (length > this.#maxBytes) return oversize(this.#maxBytes);
    if (this.#length !== undefined && this.#length !== length)
      return brokenStream("two Content-Length headers contradict each other; send one");
    this.#length = length;
    return undefined;
  }
}

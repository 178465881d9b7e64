import type { Frame, FrameDecoder } from "./frame.js";
import { asBuffer, CR, LF, messageFrame, oversize, withoutByteOrderMark, withoutReturn } from "./frame.js";
import { FrameBuffer } from "./frame-buffer.js";

/** One message a line. Lines end with LF or CRLF, blank ones are skipped, and the last may lack its end. */
export class NdjsonDecoder implements FrameDecoder {
  readonly #maxBytes: number;
  readonly #largeBytes: number;
  /** One more than a message: the carriage return before a line feed is not part of it. */
  readonly #maxLineBytes: number;
  readonly #held: FrameBuffer;
  #isFirstLine = true;
  #isOver = false;

  constructor(maxMessageBytes: number, largeBytes: number) {
    this.#maxBytes = maxMessageBytes;
    this.#largeBytes = largeBytes;
    this.#maxLineBytes = maxMessageBytes + 1;
    this.#held = new FrameBuffer(this.#maxLineBytes);
  }

  get isPartial(): boolean {
    return this.#held.length > 0;
  }

  get heldBytes(): number {
    return this.#held.length;
  }

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    const bytes = asBuffer(chunk);
    let start = 0;
    while (!this.#isOver && start < bytes.length) {
      const newline = bytes.indexOf(LF, start);
      const end = newline < 0 ? bytes.length : newline;
      if (this.#held.length + end - start > this.#maxLineBytes) this.#refuse(frames);
      else if (newline < 0) this.#hold(bytes, start, frames);
      else this.#readLine(this.#held.join(bytes, start, end), frames);
      start = end + 1;
    }
    return frames;
  }

  end(): Frame[] {
    const frames: Frame[] = [];
    if (this.isPartial) this.#readLine(this.#held.take(), frames);
    this.#isOver = true;
    return frames;
  }

  #hold(bytes: Buffer, start: number, frames: Frame[]): void {
    this.#held.append(bytes, start, bytes.length);
    // The byte over the limit can only be the return of a CRLF.
    if (this.#held.length === this.#maxLineBytes && bytes.at(-1) !== CR) this.#refuse(frames);
  }

  #readLine(line: Buffer, frames: Frame[]): void {
    const content = withoutReturn(this.#isFirstLine ? withoutByteOrderMark(line) : line);
    this.#isFirstLine = false;
    if (content.length > this.#maxBytes) this.#refuse(frames);
    else if (!isBlank(content)) frames.push(messageFrame(content, this.#largeBytes));
  }

  #refuse(frames: Frame[]): void {
    this.#held.take();
    this.#isOver = true;
    frames.push(oversize(this.#maxBytes));
  }
}

/** JSON's own white space only; anything else is for the parser to refuse. */
function isBlank(line: Buffer): boolean {
  let at = 0;
  while (at < line.length && (line[at] === 0x20 || line[at] === 0x09 || line[at] === CR)) at++;
  return at === line.length;
}

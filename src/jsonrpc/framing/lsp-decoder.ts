import { MAX_HEADER_BYTES } from "../../base/index.js";
import type { Frame, FrameDecoder } from "./frame.js";
import { asBuffer, brokenStream, LF, messageFrame, withoutByteOrderMark, withoutReturn } from "./frame.js";
import { HeaderBlock } from "./header-block.js";
import { FrameBuffer } from "./frame-buffer.js";

/**
 * Content-Length frames, as the language server protocol has them. A header line may end with LF alone, and blank lines
 * between frames are skipped: both can mean only one thing, and both are what people type.
 */
export class LspDecoder implements FrameDecoder {
  readonly #maxBytes: number;
  readonly #largeBytes: number;
  readonly #held: FrameBuffer;
  #block: HeaderBlock;
  #blockBytes = 0;
  /** Set while the body is read. */
  #bodyLength: number | undefined;
  #isFirstLine = true;
  #isOver = false;

  constructor(maxMessageBytes: number, largeBytes: number) {
    this.#maxBytes = maxMessageBytes;
    this.#largeBytes = largeBytes;
    this.#held = new FrameBuffer(maxMessageBytes);
    this.#block = new HeaderBlock(maxMessageBytes);
  }

  get isPartial(): boolean {
    return this.#held.length > 0 || !this.#block.isEmpty || this.#bodyLength !== undefined;
  }

  get heldBytes(): number {
    return this.#held.length;
  }

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    const bytes = asBuffer(chunk);
    let start = 0;
    while (!this.#isOver && start < bytes.length)
      start =
        this.#bodyLength === undefined
          ? this.#readHeader(bytes, start, frames)
          : this.#readBody(bytes, start, this.#bodyLength, frames);
    return frames;
  }

  end(): Frame[] {
    const frames: Frame[] = [];
    if (this.isPartial) this.#fail(brokenStream("the stream ended inside a frame; send whole messages"), frames);
    this.#isOver = true;
    return frames;
  }

  #readHeader(bytes: Buffer, start: number, frames: Frame[]): number {
    const newline = bytes.indexOf(LF, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    this.#blockBytes += end - start;
    if (this.#blockBytes > MAX_HEADER_BYTES) {
      const reason = `the header block is longer than ${MAX_HEADER_BYTES} bytes; Content-Length alone is enough`;
      this.#fail(brokenStream(reason), frames);
    } else if (newline < 0) this.#held.append(bytes, start, end);
    else this.#readHeaderLine(this.#held.join(bytes, start, end), frames);
    return end;
  }

  #readHeaderLine(bytes: Buffer, frames: Frame[]): void {
    const line = withoutReturn((this.#isFirstLine ? withoutByteOrderMark(bytes) : bytes).subarray(0, -1));
    this.#isFirstLine = false;
    if (line.length === 0) return this.#endHeaders(frames);
    const problem = this.#block.add(line.toString("latin1"));
    if (problem !== undefined) this.#fail(problem, frames);
  }

  #endHeaders(frames: Frame[]): void {
    const { isEmpty, length } = this.#block;
    this.#blockBytes = 0;
    if (isEmpty) return;
    this.#block = new HeaderBlock(this.#maxBytes);
    if (length === undefined)
      return this.#fail(
        brokenStream("the header block has no Content-Length; send the body's length in bytes"),
        frames,
      );
    if (length === 0) frames.push(messageFrame(this.#held.take(), this.#largeBytes));
    else this.#bodyLength = length;
  }

  #readBody(bytes: Buffer, start: number, length: number, frames: Frame[]): number {
    const end = Math.min(bytes.length, start + length - this.#held.length);
    if (this.#held.length + end - start < length) this.#held.append(bytes, start, end);
    else {
      frames.push(messageFrame(this.#held.join(bytes, start, end), this.#largeBytes));
      this.#bodyLength = undefined;
    }
    return end;
  }

  #fail(frame: Frame, frames: Frame[]): void {
    this.#held.take();
    this.#block = new HeaderBlock(this.#maxBytes);
    this.#bodyLength = undefined;
    this.#isOver = true;
    frames.push(frame);
  }
}

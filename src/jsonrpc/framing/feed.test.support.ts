import type { Frame, FramingName } from "./index.js";
import { frameDecoder } from "./index.js";

/** All frames of a stream that arrives in these pieces and then ends. */
export function feed(framing: FramingName, pieces: Iterable<Uint8Array>): Frame[] {
  const decoder = frameDecoder(framing);
  const frames: Frame[] = [];
  for (const piece of pieces) frames.push(...decoder.push(piece));
  frames.push(...decoder.end());
  return frames;
}

/** A frame as short as a table wants it: the text of a message, else `code` and whether it is fatal. */
export function brief(frame: Frame): string {
  if (frame.type === "large") return `${frame.bytes.length} bytes`;
  return frame.type === "message" ? frame.text : `${frame.code}${frame.fatal ? " fatal" : ""}`;
}

/** The bytes in two, at every place. */
export function* everyCut(bytes: Buffer): Generator<Buffer[]> {
  for (let at = 0; at <= bytes.length; at++) yield [bytes.subarray(0, at), bytes.subarray(at)];
}

/** The bytes in pieces of this size. */
export function piecesOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

/** A message of this many bytes as a stream; with `lineEnd` for a line. */
export function messageOf(framing: FramingName, size: number, lineEnd = "\n"): Buffer {
  const head = framing === "lsp" ? `Content-Length: ${size}\r\n\r\n` : "";
  return Buffer.concat([Buffer.from(head), Buffer.alloc(size, "x"), Buffer.from(framing === "lsp" ? "" : lineEnd)]);
}

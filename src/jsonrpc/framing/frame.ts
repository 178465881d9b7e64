import { isAscii, isUtf8 } from "node:buffer";

/** How messages are separated: one per line, or each behind a Content-Length header. */
export type FramingName = "ndjson" | "lsp";

/** What a decoder found in the bytes. */
export type Frame =
  | { readonly type: "message"; readonly text: string }
  /** One that its reader wants to decode itself, elsewhere. */
  | { readonly type: "large"; readonly bytes: Buffer }
  /** `fatal`: nothing after it can be read; the connection must end once this was answered. */
  | {
      readonly type: "broken";
      readonly code: -32700 | -32600;
      readonly message: string;
      readonly fatal: boolean;
    };

/** Takes a stream in pieces and gives back its messages. After a fatal frame it finds nothing more. */
export interface FrameDecoder {
  /** The chunk is not kept; its memory may be used again. */
  push(chunk: Uint8Array): Frame[];
  /** No more bytes follow. A last line without a newline is a message; half a Content-Length frame is broken. */
  end(): Frame[];
  /** Bytes of an unfinished frame are held; a connection limits for how long. */
  readonly isPartial: boolean;
  readonly heldBytes: number;
}

export const LF = 0x0a;
export const CR = 0x0d;

export const NOT_UTF8 = "the message is not valid UTF-8; send JSON text in UTF-8";

/** The bytes of one whole message as text. Bad UTF-8 is not fatal: the frame around it was sound. */
export function messageFrame(bytes: Buffer, largeBytes: number): Frame {
  if (bytes.length > largeBytes) return { type: "large", bytes };
  // Fast path for most messages: half the time.
  if (isAscii(bytes)) return { type: "message", text: bytes.toString("latin1") };
  if (isUtf8(bytes)) return { type: "message", text: bytes.toString("utf8") };
  return {
    type: "broken",
    code: -32700,
    message: NOT_UTF8,
    fatal: false,
  };
}

/** Bytes that are no frame, with no place to continue from. */
export function brokenStream(message: string): Frame {
  return { type: "broken", code: -32700, message, fatal: true };
}

export const oversize = (maxBytes: number): Frame => ({
  type: "broken",
  code: -32600,
  message: `the message is longer than ${maxBytes} bytes; send less in one request`,
  fatal: true,
});

/** Some programs put a byte order mark in front of what they pipe. */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The same memory, with a Buffer's methods. */
export function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** A line without the carriage return of a CRLF. */
export function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === CR ? line.subarray(0, -1) : line;
}

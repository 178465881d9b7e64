import type { FramingName } from "./frame.js";

/** What is written before and after a message. `head` is undefined if nothing precedes it. */
export interface FrameEnds {
  readonly head: ((bytes: number) => string) | undefined;
  readonly tail: string;
}

/** For a message that is written piece by piece. */
export function frameEnds(framing: FramingName): FrameEnds {
  return framing === "lsp" ? { head: lspHead, tail: "" } : { head: undefined, tail: "\n" };
}

const lspHead = (bytes: number): string => `Content-Length: ${bytes}\r\n\r\n`;

/** One message ready for the stream. `json` must contain no newline, as the output of JSON.stringify. */
export function encodeFrame(framing: FramingName, json: string): string {
  return framing === "lsp" ? lspHead(Buffer.byteLength(json)) + json : `${json}\n`;
}

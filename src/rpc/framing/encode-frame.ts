import type { FramingName } from "./frame.js";

/** One message ready for the stream. `json` is the output of JSON.stringify, which has no line end of its own. */
export function encodeFrame(framing: FramingName, json: string): string {
  return framing === "lsp" ? `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}` : `${json}\n`;
}

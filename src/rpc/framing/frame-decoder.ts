import type { FrameDecoder, FramingName } from "./frame.js";
import { LspDecoder } from "./lsp-decoder.js";
import { NdjsonDecoder } from "./ndjson-decoder.js";

/** A decoder for one stream, at its beginning. */
export function frameDecoder(framing: FramingName): FrameDecoder {
  return framing === "lsp" ? new LspDecoder() : new NdjsonDecoder();
}

import { MAX_MESSAGE_BYTES } from "../../base/index.js";
import type { FrameDecoder, FramingName } from "./frame.js";
import { LspDecoder } from "./lsp-decoder.js";
import { NdjsonDecoder } from "./ndjson-decoder.js";

/** A decoder for one stream, at its beginning. */
export function frameDecoder(framing: FramingName, maxMessageBytes: number = MAX_MESSAGE_BYTES): FrameDecoder {
  return framing === "lsp" ? new LspDecoder(maxMessageBytes) : new NdjsonDecoder(maxMessageBytes);
}

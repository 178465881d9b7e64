import { MAX_MESSAGE_BYTES } from "../../base/index.js";
import type { FrameDecoder, FramingName } from "./frame.js";
import { LspDecoder } from "./lsp-decoder.js";
import { NdjsonDecoder } from "./ndjson-decoder.js";

export interface DecoderOptions {
  readonly maxMessageBytes?: number;
  /** Longer messages are given as bytes. */
  readonly largeBytes?: number;
}

/** A decoder for one stream, at its beginning. */
export function frameDecoder(framing: FramingName, options: DecoderOptions = {}): FrameDecoder {
  const { maxMessageBytes = MAX_MESSAGE_BYTES, largeBytes = Infinity } = options;
  const Decoder = framing === "lsp" ? LspDecoder : NdjsonDecoder;
  return new Decoder(maxMessageBytes, largeBytes);
}

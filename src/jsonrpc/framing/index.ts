/**
 * jsonrpc/framing: where one message ends and the next begins, in both framings, for whoever reads or writes a stream.
 * Must not know: what a message is.
 */
export * from "./encode-frame.js";
export type { Frame, FrameDecoder, FramingName } from "./frame.js";
export { NOT_UTF8 } from "./frame.js";
export * from "./frame-decoder.js";
export type { MessageChannel } from "./message-channel.js";

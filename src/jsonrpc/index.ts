/**
 * jsonrpc: JSON-RPC 2.0 as such: where one message ends and the next begins, what a message is, and how messages leave.
 * Bounded in memory and linear in time whatever the other side sends.
 * Should avoid: knowing any method, sessions, sockets.
 */
export * from "./framing/encode-frame.js";
export type { Frame, FrameDecoder, FramingName } from "./framing/frame.js";
export * from "./framing/frame-decoder.js";
export type { MessageChannel } from "./framing/message-channel.js";
export { EncodedResult } from "./encoded-result.js";
export { hasMoreItems } from "./has-more-items.js";
export type { Outgoing } from "./large-text.js";
export { LargeText, wholeText } from "./large-text.js";
export type { MessageSink } from "./message-sink.js";
export { QueuedSink } from "./queued-sink.js";
export { rawNumberIds } from "./raw-ids.js";
export { StreamSink } from "./stream-sink.js";

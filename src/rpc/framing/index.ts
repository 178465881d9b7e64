/**
 * framing: where one JSON-RPC message ends and the next begins, in a stream of bytes that may be cut anywhere.
 * Bounded in memory and linear in time whatever the other side sends.
 * Should avoid: knowing what a message says, sockets, timers.
 */
export * from "./encode-frame.js";
export type { Frame, FrameDecoder, FramingName } from "./frame.js";
export * from "./frame-decoder.js";

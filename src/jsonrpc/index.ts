/**
 * jsonrpc: JSON-RPC 2.0 itself. Where does one message end and the next begin, what is a message, in which order do requests begin,
 * how are answers sent? Bounded in memory and linear in time whatever the other side sends.
 * Must not know: any method, sessions, plugins, sockets.
 */
export * from "./framing/index.js";
export type { Answer, ConnectionOptions, Handling } from "./connection.js";
export { Connection } from "./connection.js";
export type { ErrorAnswer, JsonRpcErrorName } from "./json-rpc-error.js";
export type { Outgoing } from "./large-text.js";
export { LargeText, wholeText } from "./large-text.js";
export { loopTurns } from "./loop-turns.js";
export type { Call } from "./message.js";
export type { MessageSink } from "./message-sink.js";
export { QueuedSink } from "./queued-sink.js";
export { EncodedResult, errorText, notificationText, resultText } from "./response.js";
export type { Claim, Keeps } from "./scheduler.js";
export { StagedAnswer } from "./scheduler.js";
export type { ServeEnd, StreamKind } from "./serve-streams.js";
export { PIPE, serveStreams } from "./serve-streams.js";
export { StreamSink } from "./stream-sink.js";

/**
 * client/link: the way to a server: its socket, whether it may be trusted, and the messages over it. Loaded within milliseconds, for whoever
 * asks for one thing.
 * Must not know: any method, any shape.
 */
export { askOnce, type Answer, type ErrorAnswer, type Question } from "./ask-once.js";
export { ConnectError } from "./connect-error.js";
export type { ConnectOptions } from "./connect-options.js";
export { connectSocket } from "./connect-socket.js";
export type { ServerLink } from "./server-link.js";
export { streamChannel } from "./stream-channel.js";

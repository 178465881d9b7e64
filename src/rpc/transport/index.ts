/**
 * transport: where do clients connect? On a socket that only this user can reach, never taken over from a live server, and never put
 * in the place of another file.
 * Must not know: what is sent on a connection.
 */
export * from "./local-socket.js";
export { LocalSocketError } from "./local-socket-error.js";
export * from "./local-socket-peer.js";
export type { LocalServer, OnConnection } from "./local-socket-server.js";

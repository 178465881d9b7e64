/**
 * transport: where clients connect. A socket that only this user can reach, never taken from a living server and never
 * put in the place of something else.
 * Should avoid: knowing what is said on a connection.
 */
export * from "./local-socket.js";
export { LocalSocketError } from "./local-socket-error.js";
export * from "./local-socket-peer.js";
export type { LocalServer, OnConnection } from "./local-socket-server.js";

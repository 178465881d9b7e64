/**
 * rpc: the server. Which methods are there, what does each do with sessions, adapters and plugins, and which notifications does a
 * client get? It checks params, orders requests, redacts and answers, over streams, a local socket, or memory.
 * Must not know: how sessions and plugins do their work, stdout, names of programs.
 */
export type { ConnectionOptions, FramingName, MessageChannel, ServeEnd } from "../jsonrpc/index.js";
export { connectInMemory } from "./transport/connect-in-memory.js";
export { RpcError } from "../disclosure/index.js";
export type { RpcServerSettings } from "./rpc-server.js";
export { RpcServer } from "./rpc-server.js";
export type { LocalRpcServer, ServeLocalOptions } from "./transport/serve-local.js";
export { serveLocal } from "./transport/serve-local.js";
export type { ServeOptions } from "./transport/serve-streams.js";
export { serveLsp, serveNdjson } from "./transport/serve-streams.js";
export type { RpcServerOptions } from "./server-state.js";
export { RpcServerState } from "./server-state.js";
export { LocalSocketError } from "./transport/index.js";

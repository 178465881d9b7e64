/**
 * rpc: the core's voice: JSON-RPC 2.0 over any pair of streams, a local socket, or memory. It checks, orders, translates,
 * redacts and answers. Should avoid: behaviour of its own (sessions have it), stdout, names of applications.
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

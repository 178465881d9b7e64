/**
 * rpc: the core's voice: JSON-RPC 2.0 over any pair of streams, a local socket, or memory. It checks, orders, translates,
 * redacts and answers. Should avoid: behaviour of its own (sessions have it), stdout, names of applications.
 */
export type { ConnectionOptions } from "./connection.js";
export { RpcError } from "./rpc-error.js";
export type { RpcServerOptions } from "./server-state.js";
export { RpcServerState } from "./server-state.js";

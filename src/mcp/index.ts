/**
 * mcp: terminals for agents. Which tools does a client of the Model Context Protocol get, what of a session may it see and start, and in
 * how few words is it told what changed?
 * Must not know: how a session works; it is a client of a server as any other. Loaded by `ptywright mcp` only.
 */
export type { Server } from "./own-sessions.js";
export type { AskedProgram, AskPolicy } from "./running-asks.js";
export type { McpOptions } from "./serve-mcp.js";
export { serveMcp } from "./serve-mcp.js";
export { StartLimits } from "./start-limits.js";

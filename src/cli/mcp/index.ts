/**
 * cli/mcp: `ptywright mcp`. Which server has an agent's sessions, and what did the user limit?
 * Must not know: the tools (mcp has them).
 */
export { mcp } from "./mcp.js";

/**
 * mcp/tools: what each tool does with the sessions of its client, and in which words it answers.
 * Must not know: the Model Context Protocol.
 */
export { ask } from "./ask.js";
export { close, list } from "./list-and-close.js";
export { read } from "./read.js";
export { run } from "./run.js";
export { start } from "./start.js";
export { type } from "./type.js";
export { wait } from "./wait.js";

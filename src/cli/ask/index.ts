/**
 * cli/ask: one prompt in a program that a plugin knows, its answer on stdout, what it is doing on stderr.
 * Should avoid: seeing the turn through, which `conversation` does, and names of programs.
 */
export { ask } from "./ask.js";

/**
 * cli/completions: what a shell may offer at the cursor, and the scripts that make shells ask. The scripts hand over the
 * words and place the answer; they know nothing about commands and options.
 * Should avoid: evaluating anything the user typed, listing files (each shell does that better, with its own quoting).
 */
export { printCandidates } from "./print-candidates.js";
export { printCompletions } from "./print-completions.js";

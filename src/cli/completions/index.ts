/**
 * cli/completions: what can a shell offer at the cursor? Also the scripts that make shells ask: they pass on the words and show the
 * answer, and know nothing about commands and options.
 * Must not: evaluate what the user typed, or list files (each shell does that better, with its own quoting).
 */
export { printCandidates } from "./print-candidates.js";
export { printCompletions } from "./print-completions.js";

import { parentPort } from "node:worker_threads";
import type { LinearRegex } from "./linear-regex.js";
import { compileRegex } from "./linear-regex.js";
import type { Search, SearchAnswer } from "./search-thread.js";

/** A pattern that was looked for already is faster: its automaton is there. */
const MAX_KEPT = 16;
const kept = new Map<string, LinearRegex>();

function compiled(pattern: string): LinearRegex {
  const regex = kept.get(pattern) ?? compileRegex(pattern);
  kept.delete(pattern);
  kept.set(pattern, regex);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return regex;
}

parentPort?.on("message", ({ pattern, text }: Search) => {
  const answer: SearchAnswer = { found: compiled(pattern).exec(text) };
  parentPort?.postMessage(answer);
});

import { parentPort } from "node:worker_threads";
import type { LinearRegex } from "./linear-regex.js";
import { compileRegex, firstLineSpans, firstSpans } from "./linear-regex.js";
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

function textsMatched(patterns: readonly string[], text: string, most: number): readonly string[] | undefined {
  const texts = new Set<string>();
  for (const pattern of patterns)
    for (const { start, end } of compiled(pattern).spans(text)) {
      if (end > start) texts.add(text.slice(start, end));
      if (texts.size > most) return undefined;
    }
  return [...texts];
}

function answerTo(search: Search): SearchAnswer {
  if ("patterns" in search) return textsMatched(search.patterns, search.text, search.mostTexts);
  const regex = compiled(search.pattern);
  if ("mostLineSpans" in search) return firstLineSpans(regex, search.text, search.mostLineSpans);
  const { text, mostSpans, from } = search;
  if (from !== undefined) return regex.find(text, from);
  return mostSpans === undefined ? regex.exec(text) : firstSpans(regex, text, mostSpans);
}

parentPort?.on("message", (search: Search) => {
  parentPort?.postMessage(answerTo(search));
});

// Writes docs/guarantees.md from guarantees/catalogue.json, the titles of tests, soaks and benchmarks, and what of them was run here, and into
// docs/claude-code.md with which versions that was: `npm run guarantees`.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pageWithResults, readClaudeResults } from "./claude-results.mjs";
import { guaranteesPage } from "./guarantees-page.mjs";
import { readFlakes, readResults } from "./guarantee-results.mjs";
import { readCatalogue, titledProofs } from "./guarantee-titles.mjs";

const root = dirname(import.meta.dirname);
const page = join(root, "docs", "guarantees.md");
const known = {
  results: { test: readResults("test"), soak: readResults("soak"), bench: readResults("bench") },
  flakes: readFlakes(),
  last: existsSync(page) ? readFileSync(page, "utf8") : "",
};
writeFileSync(page, guaranteesPage(readCatalogue(root), titledProofs(root), known));
const ofClaude = join(root, "docs", "claude-code.md");
const files = readdirSync(join(root, "e2e", "claude-code", "tests")).filter((name) => name.endsWith(".test.mjs"));
writeFileSync(ofClaude, pageWithResults(readFileSync(ofClaude, "utf8"), readClaudeResults(), files));
console.log("guarantees: docs/guarantees.md and docs/claude-code.md written");

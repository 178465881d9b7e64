// Writes docs/guarantees.md from guarantees/catalogue.json, the titles of tests, soaks and benchmarks, and what of them was run here:
// `npm run guarantees`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
console.log("guarantees: docs/guarantees.md written");

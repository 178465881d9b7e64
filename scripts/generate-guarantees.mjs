// Writes docs/guarantees.md from guarantees/catalogue.json and the last results of tests, soaks and benchmarks: `npm run guarantees`.
// guarantees/results.json keeps what was last known of those that were not run here.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { format } from "prettier";
import { guaranteesPage } from "./guarantees-page.mjs";
import { KINDS, readFlakes, readResults } from "./guarantee-results.mjs";
import { readCatalogue, titledProofs } from "./guarantee-titles.mjs";

const root = dirname(import.meta.dirname);
const kept = join(root, "guarantees", "results.json");
/** @type {import("./guarantees-page.mjs").AllResults & { flakes?: import("./guarantee-results.mjs").Flakes | undefined }} */
const results = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : { test: {}, soak: {}, bench: {} };
const proofs = titledProofs(root);
for (const kind of KINDS) {
  const files = new Set(proofs.filter((proof) => proof.kind === kind).map(({ file }) => file));
  Object.assign(results[kind], readResults(kind));
  // What has left the sources proves nothing any more.
  for (const file of Object.keys(results[kind])) if (!files.has(file)) delete results[kind][file];
}
results.flakes = readFlakes() ?? results.flakes;
writeFileSync(kept, await format(JSON.stringify(results), { parser: "json", printWidth: 120 }));
const page = guaranteesPage(readCatalogue(root), proofs, results, results.flakes);
writeFileSync(join(root, "docs", "guarantees.md"), await format(page, { parser: "markdown", printWidth: 120 }));
console.log("guarantees: docs/guarantees.md written");

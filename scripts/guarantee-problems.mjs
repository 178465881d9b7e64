// What check-guarantees.mjs finds in a tree.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guaranteesPage, withoutResults } from "./guarantees-page.mjs";
import { readCatalogue, titledProofs } from "./guarantee-titles.mjs";

/** `summary` is one line for a tree without problems. @param {string} root @returns {{ problems: string[], summary: string }} */
export function checkGuarantees(root) {
  const { promises, groups } = readCatalogue(root);
  const rows = groups.flatMap((group) => group.rows);
  const known = new Set(rows.map(({ id }) => id));
  const proofs = titledProofs(root);
  /** @type {string[]} */
  const problems = [];

  if (known.size !== rows.length) problems.push("guarantees/catalogue.json has an id twice.");
  for (const { name, rows: ids } of promises)
    for (const id of ids.filter((one) => !known.has(one)))
      problems.push(`guarantees/catalogue.json: the promise "${name}" names ${id}, which is no row.`);
  for (const { ids, file, title } of proofs)
    for (const id of ids.filter((one) => !known.has(one)))
      problems.push(`${file}: "${title}" carries ${id}, which is no row of guarantees/catalogue.json.`);
  for (const { id, proof, open, reason } of rows) {
    if (reason !== undefined) {
      if (proof.length > 0) problems.push(`${id} has a reason not to be proven, and kinds of proof. Keep one of them.`);
      continue;
    }
    if (proof.length === 0) problems.push(`${id} says neither how it is proven nor, as its reason, why it is not.`);
    // What is open says what is missing; it is told on the page.
    for (const kind of open === undefined ? proof : [])
      if (!proofs.some((one) => one.kind === kind && one.ids.includes(id)))
        problems.push(`${id} is to be proven by a ${kind}, but none has a title that begins with "${id}: ".`);
    for (const { kind, file } of proofs.filter(({ ids }) => ids.includes(id)))
      if (!proof.includes(kind)) problems.push(`${file} proves ${id} by a ${kind}, which its row does not name.`);
  }

  if (problems.length === 0) {
    const page = join(root, "docs", "guarantees.md");
    const written = existsSync(page) ? withoutResults(readFileSync(page, "utf8")) : "";
    if (written !== withoutResults(guaranteesPage({ promises, groups }, proofs)))
      problems.push("docs/guarantees.md has other rows or titles than the sources. Run `npm run guarantees`.");
  }

  const openRows = rows.filter(({ open }) => open !== undefined);
  const isTitled = (/** @type {string} */ id) => proofs.some(({ ids }) => ids.includes(id));
  const summary =
    `guarantees: ${rows.length} rows, ${rows.filter(({ open, reason }) => open === undefined && reason === undefined).length} proven whole, ` +
    `${openRows.filter(({ id }) => isTitled(id)).length} in part, ${openRows.filter(({ id }) => !isTitled(id)).length} not yet, ` +
    `${rows.filter(({ reason }) => reason !== undefined).length} with a reason`;
  return { problems, summary };
}

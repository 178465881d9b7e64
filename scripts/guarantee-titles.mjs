// Which tests, soaks and benchmarks carry which ids of guarantees/catalogue.json, read from the sources.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { splitTitle } from "./guarantee-results.mjs";

/**
 * @typedef {import("./guarantee-results.mjs").Kind} Kind
 * @typedef {{ kind: Kind, file: string, ids: string[], title: string }} TitledProof
 * @typedef {{ id: string, text: string, aim: string, proof: Kind[], open?: string, reason?: string }} Row
 * @typedef {{ promises: { name: string, text: string, rows: string[] }[], groups: { name: string, rows: Row[] }[] }} Catalogue
 */

/** @param {string} root @returns {Catalogue} */
export const readCatalogue = (root) => JSON.parse(readFileSync(join(root, "guarantees", "catalogue.json"), "utf8"));

/** What a title says before anything is put into it. @param {ts.Node | undefined} node */
function titleOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}

/** Titles of `test`, `testInEachWorld`, `describe` and `it`; in soaks and benchmarks those of fields called `guarantee`. @param {Kind} kind @param {ts.Node} node */
function titleAt(kind, node) {
  if (kind === "test") {
    const isTest =
      ts.isCallExpression(node) && /^(?:test|testInEachWorld|describe|it)$/.test(node.expression.getText());
    return isTest ? titleOf(node.arguments[0]) : undefined;
  }
  const isTitle = ts.isPropertyAssignment(node) && node.name.getText() === "guarantee";
  return isTitle ? titleOf(node.initializer) : undefined;
}

/** @param {string} root @param {string} folder @param {string} ending */
const filesBelow = (root, folder, ending) =>
  !existsSync(join(root, folder))
    ? []
    : readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
        .filter((file) => file.endsWith(ending))
        .sort();

/** @param {string} root @returns {TitledProof[]} */
export function titledProofs(root) {
  /** @type {TitledProof[]} */
  const found = [];
  /** @param {Kind} kind @param {string[]} files */
  const look = (kind, files) => {
    for (const file of files) {
      const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
      /** @param {ts.Node} node */
      const visit = (node) => {
        const written = titleAt(kind, node);
        const { ids, title } = splitTitle(written ?? "");
        if (ids.length > 0) found.push({ kind, file, ids, title });
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
  };
  look("test", [...filesBelow(root, "src", ".test.ts"), ...filesBelow(root, "test", ".test.ts")]);
  look("soak", filesBelow(root, "soak", ".mjs"));
  look("bench", filesBelow(root, "benchmarks", ".mjs"));
  return found;
}

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import type { MethodSpec, ObjectNode, SchemaNode } from "#internal/protocol/index.js";
import * as protocol from "#internal/protocol/index.js";
import { ROOT } from "../docs/markdown.js";

/** Every name of a field that is spelt differently in the library, from every schema there is. */
function wireNames(): Set<string> {
  const names = new Set<string>();
  /** Words in a field, such as the type of a matcher, which are the same in both forms. */
  const words = new Set<string>();
  const seen = new Set<SchemaNode>();
  const fields = (node: ObjectNode): void => {
    for (const [name, { schema }] of Object.entries(node.fields)) {
      if (name.includes("_")) names.add(name);
      visit(schema);
    }
  };
  const visit = (node: SchemaNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "named") visit(node.of());
    if (node.kind === "object") fields(node);
    if (node.kind === "tagged") {
      Object.keys(node.variants).forEach((name) => words.add(name));
      Object.values(node.variants).forEach(fields);
    }
    if (node.kind === "array" || node.kind === "one_or_many") visit(node.item);
    if (node.kind === "tuple") node.items.forEach(visit);
    if (node.kind === "either") node.choices.forEach(visit);
    if (node.kind === "record") visit(node.value);
    if (node.kind === "nullable") visit(node.inner);
  };
  const isSchema = (value: unknown): value is SchemaNode =>
    typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";
  for (const value of Object.values(protocol)) if (isSchema(value)) visit(value);
  for (const { params, result } of Object.values<MethodSpec>(protocol.methods)) [params, result].forEach(visit);
  for (const { params } of Object.values(protocol.notifications)) visit(params);
  // A code of an error, which is spelt alike on both sides.
  words.add("still_running");
  // A key of config.toml, which has the name of the parameter that it is the default of.
  words.add("side_channel");
  return new Set([...names].filter((name) => !words.has(name)));
}

/** Where a file names one of them: as an identifier, a property, or a text that is nothing but the name. */
function uses(file: string, names: ReadonlySet<string>): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && names.has(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}: ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("no file outside src/protocol names a field as it is on the wire", () => {
  const names = wireNames();
  assert.ok(names.size > 40, `only ${names.size} names`);
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".ts") && !name.includes(".test.") && !name.startsWith("src/protocol/"));
  assert.deepEqual(
    files.flatMap((file) => uses(file, names)),
    [],
  );
});

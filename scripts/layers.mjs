// What check-layers.mjs finds: `problems` with the imports below src/, and the `table` that ARCHITECTURE.md has to show.
import { readFileSync, readdirSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import ts from "typescript";

/** @typedef {{ level: number, imports: string[], packages: string[] }} Layer */

const builtins = new Set(builtinModules);

/** The layer of a file below src/: the longest folder of layers.json that holds it, or its own name at the top. @param {string} file @param {Record<string, Layer>} layers */
function layerOf(file, layers) {
  if (!file.includes("/")) return file.replace(/\.ts$/, "");
  for (let folder = posix.dirname(file); folder !== "."; folder = posix.dirname(folder))
    if (Object.hasOwn(layers, folder)) return folder;
  return posix.dirname(file);
}

/** @param {string} root @param {string} file @returns {string[]} */
function importsOf(root, file) {
  const source = ts.createSourceFile(file, readFileSync(join(root, "src", file), "utf8"), ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      found.push(node.moduleSpecifier.text);
    // import("x"), import("x").Type and createRequire's require("x") count too.
    const isCall =
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === "require");
    if (isCall && node.arguments[0] && ts.isStringLiteral(node.arguments[0])) found.push(node.arguments[0].text);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
      found.push(node.argument.literal.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {string} specifier */
const packageName = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** @param {string} root @returns {Record<string, Layer>} */
const layersOf = (root) => JSON.parse(readFileSync(join(root, "layers.json"), "utf8")).layers;

/** The table that ARCHITECTURE.md shows. @param {string} root */
export const layersTable = (root) =>
  [
    "| folder | may import | packages |",
    "| --- | --- | --- |",
    ...Object.entries(layersOf(root))
      .sort(([, a], [, b]) => a.level - b.level)
      .map(([name, { imports, packages }]) => `| ${name} | ${imports.join(", ")} | ${packages.join(", ")} |`),
  ].join("\n");

/** @param {string} root @returns {{ files: number, problems: string[] }} */
export function checkLayers(root) {
  const layers = layersOf(root);
  /** @type {string[]} */
  const problems = [];
  /** @type {Map<string, string[]>} */
  const graph = new Map();

  /** @param {string} file @param {string} specifier */
  function checkImport(file, specifier) {
    const from = layerOf(file, layers);
    const layer = layers[from];
    const isTest = file.includes(".test.");
    if (specifier.startsWith("node:") || builtins.has(specifier)) return;
    if (!specifier.startsWith(".")) {
      // Tests may use what only development needs.
      if (!isTest && !layer.packages.includes(packageName(specifier)))
        problems.push(
          `src/${file} imports the package "${specifier}", which is not granted to ${from}/. ` +
            `Use what ${from}/ may import, or grant the package in layers.json and say why in the commit.`,
        );
      return;
    }
    const target = posix.join(posix.dirname(file), specifier).replace(/\.js$/, ".ts");
    graph.get(file)?.push(target);
    const to = layerOf(target, layers);
    if (to === from) return;
    if (!layer.imports.includes("*") && !layer.imports.includes(to))
      problems.push(
        `src/${file} imports from ${to}/, but ${from}/ may import only ${layer.imports.join(", ") || "nothing"}. ` +
          "Move the code to the layer it belongs to, pass the value in from above, or change layers.json and ARCHITECTURE.md.",
      );
    else if (layers[to].level >= layer.level)
      problems.push(
        `layers.json: ${from} (level ${layer.level}) lists ${to} (level ${layers[to].level}); imports go to lower levels only.`,
      );
    const isTestHelper = isTest && target.includes(".test.");
    if (target.includes("/") && posix.basename(target) !== "index.ts" && !isTestHelper)
      problems.push(
        `src/${file} imports ${target}. Import from ${to}/index.ts; export the name there if others need it.`,
      );
  }

  /** Depth first; a file met again on the way to itself closes a circle. @param {string} file @param {string[]} path @param {Set<string>} done */
  function findCircle(file, path, done) {
    if (done.has(file)) return;
    const at = path.indexOf(file);
    if (at >= 0) {
      problems.push(
        `src/ has a circle of imports: ${[...path.slice(at), file].join(" -> ")}. Move what both need into a third file.`,
      );
      return;
    }
    for (const next of graph.get(file) ?? []) findCircle(next, [...path, file], done);
    done.add(file);
  }

  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts"))
    .sort();
  for (const file of files) {
    if (layers[layerOf(file, layers)] === undefined) {
      problems.push(
        `src/${file} is in no layer. Put it into a folder of layers.json, or add its folder there with what it may import.`,
      );
      continue;
    }
    graph.set(file, []);
    for (const specifier of importsOf(root, file)) checkImport(file, specifier);
  }
  const done = new Set();
  for (const file of graph.keys()) findCircle(file, [], done);

  const squeeze = (/** @type {string} */ text) => text.replaceAll(/[ -]+/g, " ");
  const documented =
    /<!-- layers -->([^]*)<!-- \/layers -->/.exec(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"))?.[1] ?? "";
  if (squeeze(documented).trim() !== squeeze(layersTable(root)).trim())
    problems.push(
      "ARCHITECTURE.md shows other layers than layers.json. Put the output of `node scripts/check-layers.mjs --table` between its markers.",
    );
  return { files: files.length, problems };
}

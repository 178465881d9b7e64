// Holds the arrows of layers.json: which folder of src/ may import which, which packages are granted where, that only a
// folder's index.ts is imported from outside it, and that no imports form a circle. Types count like values.
// `node scripts/check-layers.mjs [--table] [root]`; with --table it prints what ARCHITECTURE.md has to show.
import { dirname } from "node:path";
import { checkLayers, layersTable } from "./layers.mjs";

const root = process.argv.slice(2).find((arg) => !arg.startsWith("--")) ?? dirname(import.meta.dirname);
if (process.argv.includes("--table")) {
  console.log(layersTable(root));
  process.exit(0);
}
const { files, problems } = checkLayers(root);
if (problems.length > 0) {
  console.error([...new Set(problems)].join("\n"));
  console.error(`\n${problems.length} problem(s) with the layers.`);
  process.exit(1);
}
console.log(`layers: ${files} files keep to layers.json`);

// Writes protocol/openrpc.json, protocol/schemas/*.json and the reference in docs/json-rpc.md from src/protocol. With --check nothing is written: it fails
// when what is checked in is not what would be written. `npm run protocol`
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { format } from "prettier";
import { protocolReference } from "./protocol-reference.mjs";
import { jsonSchemaDocuments, openRpcDocument } from "../dist/protocol/index.js";

const root = dirname(import.meta.dirname);
const folder = join(root, "protocol");
const isCheck = process.argv.includes("--check");

/** @type {Map<string, unknown>} */
const wanted = new Map([["openrpc.json", openRpcDocument()]]);
for (const [name, schema] of jsonSchemaDocuments()) wanted.set(join("schemas", `${name}.json`), schema);

mkdirSync(join(folder, "schemas"), { recursive: true });
const present = ["openrpc.json", ...readdirSync(join(folder, "schemas")).map((name) => join("schemas", name))];
const problems = [];
for (const name of present.filter((name) => !wanted.has(name))) {
  problems.push(`${name} is no longer part of the protocol`);
  if (!isCheck) rmSync(join(folder, name), { force: true });
}
for (const [name, document] of wanted) {
  const text = await format(JSON.stringify(document), { parser: "json", printWidth: 120 });
  const file = join(folder, name);
  let current;
  try {
    current = readFileSync(file, "utf8");
  } catch {
    // Written for the first time.
  }
  if (current === text) continue;
  problems.push(`${name} is stale`);
  if (!isCheck) writeFileSync(file, text);
}
const page = join(root, "docs", "json-rpc.md");
const written = readFileSync(page, "utf8");
const fresh = await format(
  written.replace(/<!-- reference -->[\s\S]*<!-- \/reference -->/, () => {
    return `<!-- reference -->\n\n${protocolReference()}\n\n<!-- /reference -->`;
  }),
  { parser: "markdown", printWidth: 120 },
);
if (fresh !== written) {
  problems.push("docs/json-rpc.md is stale");
  if (!isCheck) writeFileSync(page, fresh);
}
if (isCheck && problems.length > 0) {
  console.error(`${problems.join("\n")}\n\nRun \`npm run protocol\` and commit what it writes.`);
  process.exit(1);
}
console.log(`protocol: ${wanted.size} documents ${isCheck ? "are up to date" : "written"}`);

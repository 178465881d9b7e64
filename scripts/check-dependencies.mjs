// Holds the packages that the published one brings along to the table in SECURITY.md: none that is not explained there, each with a licence
// that lets anybody use it, locked by a checksum, from a registry, and without a script of its own at install.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = process.argv[2] ?? join(import.meta.dirname, "..");
const LICENCES = ["MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Apache-2.0", "0BSD"];
const MAX_DIRECT = 10;
const MAX_ALL = 40;

/** @typedef {{ version?: string, license?: string, dev?: boolean, integrity?: string, resolved?: string, hasInstallScript?: boolean }} Locked */
/** @type {{ packages: Record<string, Locked> }} */
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
/** @type {{ dependencies: Record<string, string>, optionalDependencies?: Record<string, string> }} */
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };

const brought = Object.entries(packages)
  .filter(([path, { dev }]) => path !== "" && dev !== true)
  .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ""), ...locked }));
const table = readFileSync(join(root, "SECURITY.md"), "utf8");
/** A row may stand for several packages: `name-*`. */
const rows = [...table.matchAll(/^\| `([^`]+)` +\| ([\w.-]+) +\|/gm)].map(([, name, licence]) => ({ name, licence }));
/** @param {string} row @param {string} name */
const covers = (row, name) => (row.endsWith("*") ? name.startsWith(row.slice(0, -1)) : row === name);

/** As registries name them: `https://host/name/-/name-version.tgz`. @param {string} url @param {string} name @param {string | undefined} version */
function isRegistryTarball(url, name, version) {
  const [, path] = /^https:\/\/[^/?#@]+(\/[^?#]*)$/.exec(url) ?? [];
  return path === `/${name}/-/${name.replace(/^@[^/]*\//, "")}-${version}.tgz`;
}

/** @type {string[]} */
const problems = [];
for (const { name, version, license, integrity, resolved, hasInstallScript } of brought) {
  const row = rows.find((one) => covers(one.name, name));
  if (row === undefined) problems.push(`${name} is not in the table of SECURITY.md: say there what it is for.`);
  else if (row.licence !== license) problems.push(`${name} has licence ${license}, SECURITY.md says ${row.licence}.`);
  if (!LICENCES.includes(license ?? ""))
    problems.push(`${name} has licence ${license}, which is none of ${LICENCES.join(", ")}.`);
  if (integrity === undefined) problems.push(`${name}@${version} has no checksum in package-lock.json.`);
  if (resolved !== undefined && !isRegistryTarball(resolved, name, version))
    problems.push(`${name} comes from ${resolved}, no registry.`);
  if (hasInstallScript === true) problems.push(`${name} runs a script when it is installed.`);
}
for (const { name } of rows)
  if (!brought.some((one) => covers(name, one.name)))
    problems.push(`SECURITY.md explains ${name}, which is not brought along.`);
for (const [name, range] of Object.entries(dependencies))
  if (!/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(range)) problems.push(`${name} is asked for as ${range}; name one version.`);
const direct = Object.keys(dependencies).length;
if (direct > MAX_DIRECT || brought.length > MAX_ALL)
  problems.push(`${direct} direct and ${brought.length} packages in all; ${MAX_DIRECT} and ${MAX_ALL} are allowed.`);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`dependencies: ${direct} direct, ${brought.length} in all, every one explained`);

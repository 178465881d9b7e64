// What must be so before a version is published: `node scripts/check-release.mjs v1.2.3 [root]`. The tag is the version of package.json and
// of its lock file, and CHANGELOG.md has a section of that version with a date.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [tag = "", root = dirname(import.meta.dirname)] = process.argv.slice(2);
/** @param {string} name */
const read = (name) => readFileSync(join(root, name), "utf8");

const version = tag.replace(/^v/, "");
/** @type {string[]} */
const problems = [];
if (!/^v\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(tag)) problems.push(`"${tag}" is no tag of a version; one is v1.2.3.`);
for (const name of ["package.json", "package-lock.json"]) {
  const { version: found } = JSON.parse(read(name));
  if (found !== version) problems.push(`${name} has version ${found}, the tag says ${version}. Run npm version.`);
}
const heading = read("CHANGELOG.md")
  .split("\n")
  .find((line) => line === `## ${version}` || line.startsWith(`## ${version} `));
if (heading === undefined) problems.push(`CHANGELOG.md has no section "## ${version} (date)".`);
else if (!/ \(\d{4}-\d\d-\d\d\)$/.test(heading))
  problems.push(`CHANGELOG.md: "${heading}" has no date; put it in the place of (unreleased).`);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`release: ${version} is ready`);

// Runs the compiled tests: `node scripts/run-tests.mjs [part of a path]...`. Unit tests run beside each other; those that start
// programs one after the other, because what measures processes and event-loop delay must not be disturbed.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";

const wanted = process.argv.slice(2);

/** @param {string} root */
const testsBelow = (root) =>
  readdirSync(root, { recursive: true })
    .map((name) => `${root}/${String(name)}`)
    .filter((file) => file.endsWith(".test.js"))
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .sort();

const suites = [
  { files: testsBelow("dist"), concurrency: availableParallelism() },
  { files: testsBelow("build/test"), concurrency: 1 },
].filter(({ files }) => files.length > 0);
if (suites.length === 0) {
  console.error(`no compiled test matches ${wanted.join(" ") || "(anything)"}; run npm test, or npm run build first`);
  process.exit(1);
}
for (const { files, concurrency } of suites) {
  const options = [`--test-concurrency=${concurrency}`, "--test-timeout=180000"];
  const { status } = spawnSync(process.execPath, ["--test", ...options, ...files], { stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
}

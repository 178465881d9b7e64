// Runs the compiled tests: `node scripts/run-tests.mjs [part of a path]...`. Suites run one after the other,
// because tests that measure processes and event-loop delay must not disturb each other.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const wanted = process.argv.slice(2);
const files = ["dist", "build/test"]
  .flatMap((root) => readdirSync(root, { recursive: true }).map((name) => `${root}/${String(name)}`))
  .filter((file) => file.endsWith(".test.js"))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();
if (files.length === 0) {
  console.error(`no compiled test matches ${wanted.join(" ") || "(anything)"}; run npm test, or npm run build first`);
  process.exit(1);
}
const limits = ["--test-concurrency=1", "--test-timeout=180000"];
const { status } = spawnSync(process.execPath, ["--test", ...limits, ...files], { stdio: "inherit" });
process.exit(status ?? 1);

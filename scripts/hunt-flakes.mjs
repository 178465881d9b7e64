// `npm run hunt [-- 20]`: the tests of `npm test` so many times beside a process that keeps a core busy, and which failed how often. What
// came of it is kept for `npm run guarantees`. What fails here and not on a quiet machine holds something to a time that nobody promised.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FLAKES_FILE, RESULTS_FOLDER, machine } from "./guarantee-results.mjs";

const root = dirname(import.meta.dirname);
/** A run that takes longer hangs. */
const RUN_LIMIT_MS = 30 * 60_000;
const runs = Number(process.argv[2] ?? 20);
const parts = process.argv.slice(3);
if (!Number.isSafeInteger(runs) || runs < 1 || runs > 1_000) {
  console.error("npm run hunt [-- RUNS [part of a path]...], 1 to 1,000 runs");
  process.exit(2);
}

// Ends by itself when this process is gone: its stdin ends.
const BURN =
  "process.stdin.resume().on('end', () => process.exit()); (function burn() { for (let i = 0; i < 1e7; i++); setImmediate(burn); })()";
const burner = spawn(process.execPath, ["-e", BURN], { stdio: ["pipe", "ignore", "ignore"] });
/** The process group of a run that is under way. @type {number | undefined} */
let testing;
process.on("exit", () => {
  burner.kill("SIGKILL");
  if (testing !== undefined) process.kill(-testing, "SIGTERM");
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => process.exit(1));

/** One run; the titles that failed. What it printed is kept then. @param {number} run */
async function failedTitles(run) {
  const child = spawn(process.execPath, [join(root, "scripts", "run-tests.mjs"), ...parts], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
    timeout: RUN_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  testing = child.pid;
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
  const [status] = await once(child, "close");
  testing = undefined;
  // Each is named twice, when it fails and at the end.
  const titles = new Set([...output.matchAll(/^\s*✖ (.*) \([\d.]+ms\)/gm)].map(([, title]) => title));
  if (status !== 0 && titles.size === 0) titles.add(`the run itself ended with ${status}`);
  if (titles.size > 0) writeFileSync(join(RESULTS_FOLDER, `hunt-${run}.log`), output);
  return titles;
}

/** @type {Map<string, number>} */
const failures = new Map();
let done = 0;
const record = () => {
  const byTitle = Object.fromEntries([...failures].sort(([, a], [, b]) => b - a));
  const date = new Date().toISOString().slice(0, 10);
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(
    FLAKES_FILE,
    `${JSON.stringify({ runs: done, failures: byTitle, date, machine: machine() }, undefined, 2)}\n`,
  );
};
for (let run = 1; run <= runs; run++) {
  const began = performance.now();
  const titles = await failedTitles(run);
  done = run;
  for (const title of titles) failures.set(title, (failures.get(title) ?? 0) + 1);
  // A part of the suite says nothing of the whole.
  if (parts.length === 0) record();
  console.log(`run ${run} of ${runs}: ${titles.size} failed, ${Math.round((performance.now() - began) / 1000)} s`);
  for (const title of titles) console.log(`  ${title}`);
}
const all = [...failures].sort(([, a], [, b]) => b - a);
console.log(all.length === 0 ? "\nNothing failed." : "");
for (const [title, times] of all) console.log(`${times} of ${done}  ${title}`);
process.exit(all.length === 0 ? 0 : 1);

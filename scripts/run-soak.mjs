// `npm run soak [-- --only T6,regex-oracle] [--seconds 60] [--seed 7]`: what takes too long for the tests. Every file of soak/ is a bounded, seeded
// piece of work in a process of its own, which prints how far it is, its figures, and whether the guarantee held. All together take about 20
// minutes on two cores; --seconds makes a short form of it. What came of it is kept for `npm run guarantees`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { recordResults, splitTitle } from "./guarantee-results.mjs";
import { soakName, soakNames } from "./soak-name.mjs";

/**
 * @typedef {object} SoakContext
 * @property {number} seed
 * @property {number} seconds how long it may take
 * @property {(full: number) => number} count of what there are so many in a full run
 * @property {(done: number, all: number) => Promise<void>} progress also gives way to what else is due
 * @property {(problem: string) => never} broke
 * @typedef {object} Soak
 * @property {string} guarantee its ids, if it has any, and what it shows
 * @property {number} seconds what a full run takes
 * @property {boolean} [isPatient] holds nothing to the clock, so that others may run beside it
 * @property {(context: SoakContext) => Promise<string>} run answers with its figures
 */

/** How many times its time a soak may take before it counts as hung. */
const PATIENCE = 4;
const LEAST_SECONDS = 60;

const root = dirname(import.meta.dirname);
const usage = "npm run soak [-- --only T6,regex-oracle] [--seconds 60] [--seed 7]";
/** @returns {{ only?: string | undefined, seconds?: string | undefined, seed?: string | undefined }} */
function options() {
  try {
    const option = /** @type {const} */ ({ type: "string" });
    return parseArgs({ options: { only: option, seconds: option, seed: option } }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exit(2);
  }
}
const { only, seconds, seed: seedText } = options();
const seed = Number(seedText ?? Date.now() % 1_000_000_000);
const wanted = only?.split(",");

/** @type {{ file: string, soak: Soak }[]} */
const soaks = [];
for (const name of readdirSync(join(root, "soak")).filter((file) => file.endsWith(".mjs"))) {
  /** @type {{ soak: Soak }} */
  const { soak } = await import(`../soak/${name}`);
  if (wanted === undefined || soakNames(name, soak).some((one) => wanted.includes(one)))
    soaks.push({ file: `soak/${name}`, soak });
}
if (soaks.length === 0 || !Number.isSafeInteger(seed) || !(Number(seconds ?? 1) > 0)) {
  console.error(`${usage}\nThere is no such soak, or a number that is none.`);
  process.exit(2);
}
const inTurn = soaks.filter(({ soak }) => !soak.isPatient).reduce((sum, { soak }) => sum + soak.seconds, 0);
const beside = soaks.filter(({ soak }) => soak.isPatient).map(({ soak }) => soak.seconds);
const together = beside.reduce((sum, one) => sum + one, 0) / availableParallelism();
const full = inTurn + Math.max(together, ...beside);
const scale = seconds === undefined ? 1 : Math.min(1, Number(seconds) / full);
console.log(`${soaks.length} soaks, seed ${seed}, about ${Math.ceil((full * scale) / 60)} min`);

let failures = 0;

/** @param {{ file: string, soak: Soak }} one */
async function run({ file, soak }) {
  const { ids, title } = splitTitle(soak.guarantee);
  const name = soakName(file, soak);
  console.log(`${name}: ${title}`);
  const home = mkdtempSync(join(tmpdir(), "ptywright-soak-"));
  const began = performance.now();
  const limitMs = Math.ceil(Math.max(LEAST_SECONDS, soak.seconds * scale * PATIENCE) * 1000);
  const child = spawn(
    process.execPath,
    [join(root, "scripts", "soak-process.mjs"), file, String(scale), String(seed)],
    {
      cwd: root,
      env: { ...process.env, PTYWRIGHT_HOME: home },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      timeout: limitMs,
      killSignal: "SIGKILL",
    },
  );
  let outcome = { passed: false, figures: "it ended without a word, or took too long" };
  child.on("message", (/** @type {typeof outcome} */ message) => (outcome = message));
  await once(child, "close");
  rmSync(home, { recursive: true, force: true });
  const ms = Math.round(performance.now() - began);
  const { passed } = outcome;
  const share = scale === 1 ? "" : `${(scale * 100).toPrecision(2)} % of a full run, `;
  const verdict = passed ? "held" : "BROKE";
  console.log(`${name}: ${verdict} after ${(ms / 1000).toFixed(0)} s, seed ${seed}: ${outcome.figures}\n`);
  if (!passed) failures++;
  const figures = `${share}${passed ? outcome.figures : outcome.figures.split("\n")[0]}, seed ${seed}`;
  recordResults("soak", { [file]: [{ ids, title, passed, ms, figures, ...(scale < 1 && { isShort: true }) }] });
}

const patient = soaks.filter(({ soak }) => soak.isPatient).sort((a, b) => b.soak.seconds - a.soak.seconds);
const lanes = Array.from({ length: Math.min(availableParallelism(), patient.length) }, async () => {
  for (let next = patient.shift(); next !== undefined; next = patient.shift()) await run(next);
});
await Promise.all(lanes);
for (const one of soaks.filter(({ soak }) => !soak.isPatient)) await run(one);
console.log(failures === 0 ? "Everything held." : `${failures} of ${soaks.length} broke.`);
process.exit(failures === 0 ? 0 : 1);

// One soak in a process of its own, for run-soak.mjs: `soak-process.mjs <file> <scale> <seed>`.
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { soakName } from "./soak-name.mjs";

const PROGRESS_MS = 5_000;
const [file, scale, seed] = process.argv.slice(2);
/** @type {{ soak: import("./run-soak.mjs").Soak }} */
const { soak } = await import(join(process.cwd(), file));
const name = soakName(file, soak);

/** @param {boolean} passed @param {string} figures */
function end(passed, figures) {
  process.send?.({ passed, figures }, () => process.exit(passed ? 0 : 1));
}
// Nothing that a soak starts may fail unheard.
process.on("unhandledRejection", (reason) => end(false, `an unhandled rejection: ${String(reason)}`));
process.on("uncaughtException", (error) => end(false, `an uncaught exception: ${error.stack}`));

let told = performance.now();
try {
  const figures = await soak.run({
    seed: Number(seed),
    seconds: soak.seconds * Number(scale),
    count: (full) => Math.max(1, Math.round(full * Number(scale))),
    async progress(done, all) {
      if (performance.now() - told > PROGRESS_MS) {
        told = performance.now();
        console.log(`${name}: ${done} of ${all}`);
      }
      await turn();
    },
    broke(problem) {
      throw new Error(problem);
    },
  });
  end(true, figures);
} catch (error) {
  end(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
}

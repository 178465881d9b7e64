// Dialogs of the real Claude Code that pretend to be others, both versions, at eight sizes. They wait more than they work.
import { SIZES } from "../e2e/claude-code/dialog-grammar.mjs";
import { storm } from "../e2e/claude-code/dialog-storm.mjs";
import { whyNothing } from "../e2e/claude-code/installed.mjs";
import { VERSIONS } from "../e2e/claude-code/versions.mjs";

/** Of one size and version before it is the turn of the next. */
const IN_A_ROW = 10;

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee:
    "P10: no dialog is told as another tool's, or allowed by who did not name its tool, whatever a model writes into it",
  seconds: 2_400,
  isPatient: true,
  async run({ seed, count, progress, broke }) {
    const reason = whyNothing(broke);
    if (reason !== undefined) return reason;
    const setups = SIZES.flatMap(([rows, cols]) => VERSIONS.map((version) => ({ version, rows, cols })));
    const all = Math.ceil(count(1_600) / IN_A_ROW) * IN_A_ROW;
    let [asked, named] = [0, 0];
    for (let done = 0; done < all; done += IN_A_ROW) {
      const setup = setups[(done / IN_A_ROW) % setups.length];
      const seeds = Array.from({ length: IN_A_ROW }, (_, at) => seed + done + at);
      await storm(setup, seeds, ({ seed: failed, kind, state, told, problem, screen }) => {
        const where = `${setup.version} at ${setup.rows} rows and ${setup.cols} columns, ${kind} of seed ${failed}`;
        if (problem !== undefined) broke(`${where}: ${problem}\n${screen}`);
        asked += state === "waiting_for_permission" ? 1 : 0;
        named += told === undefined ? 0 : 1;
      });
      await progress(done, all);
    }
    return `${all} turns with ${asked} dialogs, ${named} of them with their tool's name`;
  },
};

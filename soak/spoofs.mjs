// What the real Claude Code shows of answers, outputs and names that imitate it, both versions, with and without the side channel. It waits more than
// it works.
import { spoofStorm } from "../e2e/claude-code/spoof-storm.mjs";
import { whyNothing } from "../e2e/claude-code/installed.mjs";
import { VERSIONS } from "../e2e/claude-code/versions.mjs";

/** Of one set-up before it is the turn of the next. */
const IN_A_ROW = 25;
const SIZES = [
  [40, 120],
  [24, 80],
];

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "nothing that an answer, a tool's output, a file's name or a here-document imitates changes a decision",
  seconds: 400,
  isPatient: true,
  async run({ seed, count, progress, broke }) {
    const reason = whyNothing(broke);
    if (reason !== undefined) return reason;
    const setups = [true, false].flatMap((sideChannel) =>
      SIZES.flatMap(([rows, cols]) => VERSIONS.map((version) => ({ version, rows, cols, sideChannel }))),
    );
    const all = Math.ceil(count(200) / IN_A_ROW) * IN_A_ROW;
    for (let done = 0; done < all; done += IN_A_ROW) {
      const setup = setups[(done / IN_A_ROW) % setups.length];
      const seeds = Array.from({ length: IN_A_ROW }, (_, at) => seed + done + at);
      await spoofStorm(setup, seeds, ({ seed: failed, what, problem, screen }) => {
        const where = `${setup.version} at ${setup.rows} rows and ${setup.cols} columns, ${what} of seed ${failed}`;
        if (problem !== undefined) broke(`${where}: ${problem}\n${screen}`);
      });
      await progress(done, all);
    }
    return `${all} imitations`;
  },
};

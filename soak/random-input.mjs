// Random and mutated bytes into the terminal, with resizes between them. What breaks it is shortened and kept; `npm test` replays what is kept.
import { writeFileSync } from "node:fs";
import { SeededRandom } from "../dist/base/seeded-random.test.support.js";
import { REGRESSIONS, problemWith, randomSteps, shortened } from "../dist/core/screen/random-input.test.support.js";

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "T6: random and mutated bytes with resizes between them neither break nor hold up the terminal",
  seconds: 160,
  isPatient: true,
  async run({ seed, count, progress, broke }) {
    const programs = count(150_000);
    let bytes = 0;
    for (let at = 0; at < programs; at++) {
      const steps = randomSteps(new SeededRandom(seed + at));
      for (const step of steps) bytes += "write" in step ? (step.write.length * 3) / 4 : 0;
      const problem = problemWith(steps);
      if (problem !== undefined) {
        const few = shortened(steps, (fewer) => problemWith(fewer) !== undefined);
        const name = `T6-seed-${seed + at}.json`;
        writeFileSync(new URL(name, REGRESSIONS), `${JSON.stringify({ what: problem, steps: few }, undefined, 2)}\n`);
        broke(`${problem}, with seed ${seed + at}; the input is kept in soak/regressions/${name}`);
      }
      if (at % 200 === 0) await progress(at, programs);
    }
    return `${programs} programs, ${(bytes / 1e6).toFixed(0)} MB`;
  },
};

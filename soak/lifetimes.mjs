// Programs whose processes live as a random script says, ended by close, by SIGTERM and by SIGKILL of their server, found again in each of the
// three ways: nobody may be left.
import { ENDINGS, TRACKINGS, buildProgram, endLives, randomLife } from "../build/test/support/lifetimes.js";
import { SoakOwner } from "../build/test/support/owner.js";
import { Random } from "../build/test/support/random.js";

const AT_ONCE = 8;

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee:
    "B16: random lives leave nobody behind after close, SIGTERM and SIGKILL, however their processes are found again",
  seconds: 240,
  async run({ seed, count, progress, broke }) {
    const t = new SoakOwner();
    const program = buildProgram(t);
    if (program === undefined) return "skipped: there is no C compiler";
    const random = new Random(seed);
    const ways = TRACKINGS.flatMap((tracking) => ENDINGS.map((ending) => ({ tracking, ending })));
    const rounds = Math.max(ways.length, count(54));
    try {
      for (let round = 0; round < rounds; round++) {
        await progress(round, rounds);
        const way = ways[round % ways.length];
        const lives = Array.from({ length: AT_ONCE }, () => randomLife(random, way.tracking, way.ending));
        const problems = await endLives(t, program, lives, way);
        if (problems.length > 0) broke(`round ${round}: ${problems.join("\n")}`);
      }
    } finally {
      await t.end();
    }
    return `${rounds * AT_ONCE} lives in ${rounds} servers`;
  },
};

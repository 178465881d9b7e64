// Requests made from the schema and mutated, a million of them. What is not answered as the protocol says is kept; `npm test` replays what is kept.
import { writeFileSync } from "node:fs";
import { REGRESSIONS, RequestFuzz } from "../build/test/support/request-fuzz.js";
import { WithoutTest } from "../build/test/support/without-test.js";

const CHUNK = 5_000;

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "R11: a million mutated requests are each answered once, as the protocol says",
  seconds: 400,
  isPatient: true,
  async run({ seed, count, progress, broke }) {
    const requests = count(1_000_000);
    const test = new WithoutTest();
    const fuzz = await RequestFuzz.start(test.context, seed);
    for (let done = 0; done < requests; done += CHUNK) {
      const [broken] = await fuzz.round(Math.min(CHUNK, requests - done));
      if (broken !== undefined) {
        const name = `R11-seed-${seed}.json`;
        writeFileSync(new URL(name, REGRESSIONS), `${JSON.stringify(broken, undefined, 2)}\n`);
        broke(`${broken.what}, with seed ${seed} after ${done}; the request is kept in soak/regressions/${name}`);
      }
      await progress(done, requests);
    }
    await test.end();
    if (/** @type {Record<string, unknown>} */ ({})["polluted"] !== undefined) broke("a prototype was changed");
    // Which programs there are is the machine's business, so none is ever started by its name.
    const missed = fuzz.neverSucceeded.filter((name) => !["session.create", "session.run"].includes(name));
    if (requests >= 500_000 && missed.length > 0) broke(`never with success: ${missed.join(", ")}`);
    return `${requests} requests, success with ${fuzz.succeeded.size} methods`;
  },
};

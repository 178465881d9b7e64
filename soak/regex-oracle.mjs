// Random patterns against the Rust crate itself, whose meaning ours have.
import { checkHeaps, checkWellFormed } from "../dist/text/regex/compare-random.test.support.js";

const CHUNK = 250;

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "random patterns match as the Rust crate says, and are refused as it refuses them",
  seconds: 60,
  isPatient: true,
  async run({ seed, count, progress }) {
    // Shares are only to be told of many.
    const patterns = Math.ceil(count(9_000) / CHUNK) * CHUNK;
    for (let done = 0; done < patterns; done += CHUNK) {
      checkWellFormed(seed + done, CHUNK);
      checkHeaps(seed + done, CHUNK);
      await progress(done, patterns);
    }
    return `${patterns} well-formed patterns and as many heaps of syntax`;
  },
};

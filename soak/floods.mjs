// Programs that print as fast as they can, one and fifty of them: whether the server stays quick, and as small as it was.
import { SoakOwner } from "../build/test/support/owner.js";
import { ProbedServer } from "../build/test/support/probed-server.js";
import { setTimeout as delay } from "node:timers/promises";

/** Full before memory is measured. */
const SHORT = { transcript_max_chars: 65_536 };
const FLOODS = /** @type {const} */ ([
  ["yes", { program: "yes", ...SHORT }],
  ["random bytes", { program: "cat", args: ["/dev/urandom"], ...SHORT }],
]);
const COUNTS = [1, 50];
/** The first of these are for the process to grow to its size. */
const SAMPLES = 12;
const WARM_SAMPLES = 3;
const MAX_P99_MS = 50;
const MAX_DELAY_MS = 200;
const MAX_ANSWER_MS = 100;
/** In use, and of the process, whose allocator keeps pages. */
const MAX_GROWTH_MB = 20;
const MAX_HELD_MB = 64;

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee:
    "B12: beside one flood and beside fifty the event loop turns, requests are answered and the memory stays as it is",
  seconds: 120,
  async run({ seconds, progress, broke }) {
    const owner = new SoakOwner();
    const sampleMs = (seconds * 1000) / (FLOODS.length * COUNTS.length * SAMPLES);
    let done = 0;
    /** @type {string[]} */
    const figures = [];
    try {
      for (const [name, program] of FLOODS)
        for (const count of COUNTS) {
          const server = await ProbedServer.start(owner);
          const peer = await server.connect();
          await Promise.all(Array.from({ length: count }, () => peer.create(program)));
          let [answerMs, sizeMb, inUseMb, growthMb] = [0, 0, 0, 0];
          for (let sample = 0; sample < SAMPLES; sample++) {
            await progress(done++, FLOODS.length * COUNTS.length * SAMPLES);
            if (sample === WARM_SAMPLES) {
              ({ rssMb: sizeMb, liveMb: inUseMb } = await server.probe());
              answerMs = 0;
            }
            const end = performance.now() + sampleMs;
            while (performance.now() < end) {
              const [began, waited] = [performance.now(), server.waitedMs];
              await peer.result("server.capabilities");
              answerMs = Math.max(answerMs, performance.now() - began - (server.waitedMs - waited));
              await delay(20);
            }
            if (sample > WARM_SAMPLES) growthMb = Math.max(growthMb, server.rssMb - sizeMb);
          }
          const { rssMb, liveMb, delay: late } = await server.probe();
          const { p99Ms, maxMs } = late;
          await owner.end();
          const figure = `${count} × ${name}: late by ${p99Ms.toFixed(0)} ms at p99 and ${maxMs.toFixed(0)} at most, answered within ${answerMs.toFixed(0)} ms, ${(liveMb - inUseMb).toFixed(0)} MB more in use, ${(rssMb - sizeMb).toFixed(0)} held, ${growthMb.toFixed(0)} with garbage`;
          figures.push(figure);
          console.log(`  ${figure}`);
          if (p99Ms > MAX_P99_MS || maxMs > MAX_DELAY_MS) broke(`the event loop was held up: ${figure}`);
          if (answerMs > MAX_ANSWER_MS) broke(`requests were answered late: ${figure}`);
          if (liveMb - inUseMb > MAX_GROWTH_MB || rssMb - sizeMb > MAX_HELD_MB) broke(`the memory grew: ${figure}`);
        }
    } finally {
      await owner.end();
    }
    return figures.join("; ");
  },
};

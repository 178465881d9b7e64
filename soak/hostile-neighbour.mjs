// Fifty sessions that are typed to, quiet and beside one that does its worst: how much longer a line takes to be seen.
import { SoakOwner } from "../build/test/support/owner.js";
import { ProbedServer } from "../build/test/support/probed-server.js";

const QUIET = 50;
const ATTEMPTS = 3;
const MAX_TIMES = 2;
const MAX_MS = 100;
/** Below this, twice as long is nothing that anybody could tell from chance. */
const FLOOR_MS = 10;

/** @param {string} script */
const forever = (script) => ({ program: "/bin/sh", args: ["-c", `while :; do ${script}; done`] });
const HOSTILE = {
  "scrolls by ten millions": forever("printf '\\033[10000000S\\033[10000000T\\033[10000000L'"),
  "a flood": { program: "yes" },
  "titles without end": { program: "/bin/sh", args: ["-c", "yes \"$(printf '\\033]0;a title\\007')\" | tr -d '\\n'"] },
  "scrolls without end": { program: "/bin/sh", args: ["-c", "yes \"$(printf '\\033[24S')\" | tr -d '\\n'"] },
};

/** @param {number[]} times */
const p99 = (times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)];

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee:
    "O2: fifty sessions are seen to answer at most twice as late beside one that does its worst, and within 100 ms",
  seconds: 40,
  async run({ count, progress, broke }) {
    const owner = new SoakOwner();
    try {
      const server = await ProbedServer.start(owner);
      const [peer, other] = [await server.connect(), await server.connect()];
      const sessions = await Promise.all(Array.from({ length: QUIET }, () => peer.create({ program: "/bin/cat" })));
      const turns = count(4);
      let turn = 0;
      /** One after the other, so that none waits for another of the fifty. What others took from the server counts for the machine. */
      const measured = async () => {
        const times = [];
        for (let i = 0; i < turns; i++) {
          turn++;
          for (const session of sessions) {
            const value = `turn ${turn}.`;
            const [began, waited] = [performance.now(), server.waitedMs];
            const matcher = { type: "contains_text", value: `${value}\n${value}` };
            const seen = peer.result("session.wait", { session, matcher, timeout_ms: 60_000 });
            await peer.result("session.input", { session, action: { type: "text", value: `${value}\n` } });
            await seen;
            times.push(performance.now() - began - (server.waitedMs - waited));
          }
        }
        return p99(times);
      };
      /** @type {string[]} */
      const figures = [];
      let done = 0;
      for (const [name, program] of Object.entries(HOSTILE)) {
        let best = { quiet: 0, beside: Infinity, times: Infinity };
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          await progress(done++, ATTEMPTS * Object.keys(HOSTILE).length);
          const quiet = await measured();
          const session = await other.create(program);
          const beside = await measured();
          await other.result("session.close", { session });
          const times = beside / Math.max(quiet, FLOOR_MS / MAX_TIMES);
          if (times < best.times) best = { quiet, beside, times };
        }
        figures.push(`${name}: ${best.quiet.toFixed(1)} ms quiet, ${best.beside.toFixed(1)} beside it`);
        if (best.times > MAX_TIMES || best.beside > MAX_MS) broke(`p99 of ${QUIET} sessions, ${figures.at(-1)}`);
      }
      return `p99 of ${QUIET} sessions, ${figures.join("; ")}`;
    } finally {
      await owner.end();
    }
  },
};

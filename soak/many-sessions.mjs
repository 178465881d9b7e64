// A thousand sessions in one server: how soon they are there, what each holds, how soon each answers, and whether all is given back.
import assert from "node:assert/strict";
import { SoakOwner } from "../build/test/support/owner.js";
import { ProbedServer } from "../build/test/support/probed-server.js";

const MOST = 1_000;
/** Enough for the server to load and compile what it needs; what the others cost is then theirs. */
const WARM_UP = 50;
const ROUNDS = 3;
/** A wait and an input for each session are more than one connection may have open. */
const CLIENTS = 4;
/** For all of them, in a full run. */
const START_MS = 15_000;
const CLOSE_MS = 10_000;
const WAIT_MS = 1_000;
const MAX_MB_EACH = 1.5;
/** Code that was compiled meanwhile stays; a thousand sessions that left 3 kB each would be more. */
const MAX_LEFT = 1.25;

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "O1: a thousand sessions start, answer and close in time, and give back what they held",
  seconds: 60,
  async run({ count, progress, broke }) {
    const sessionCount = count(MOST);
    const share = sessionCount / MOST;
    const owner = new SoakOwner();
    try {
      const server = await ProbedServer.start(owner);
      const peers = await Promise.all(Array.from({ length: CLIENTS }, () => server.connect()));
      const peerOf = (/** @type {number} */ at) => peers[at % CLIENTS];
      /** How long it took, and without what others took from the server. @param {() => Promise<unknown>} work */
      const timed = async (work) => {
        const [began, waited] = [performance.now(), server.waitedMs];
        await work();
        const ms = performance.now() - began;
        return { ms, cpuMs: ms - (server.waitedMs - waited) };
      };
      /** @param {number} count */
      const createAll = (count) =>
        Promise.all(
          Array.from({ length: count }, (_, at) => peerOf(at).create({ program: "/bin/cat", rows: 24, cols: 80 })),
        );
      /** @param {string[]} sessions */
      const closeAll = (sessions) =>
        Promise.all(sessions.map((session, at) => peerOf(at).result("session.close", { session })));
      /** A line to each, and a wait for it. @param {string[]} sessions @param {number} round */
      const answerAll = (sessions, round) =>
        Promise.all(
          sessions.map(async (session, at) => {
            const value = `${round} to ${at}.`;
            const matcher = { type: "contains_text", value: `${value}\n${value}` };
            const seen = peerOf(at).result("session.wait", { session, matcher, timeout_ms: 60_000 });
            await peerOf(at).result("session.input", { session, action: { type: "text", value: `${value}\n` } });
            await seen;
          }),
        );
      const early = await createAll(Math.min(WARM_UP, sessionCount));
      await answerAll(early, 0);
      await closeAll(early);
      const before = await server.probe();

      /** @type {string[]} */
      let sessions = [];
      const start = await timed(async () => (sessions = await createAll(sessionCount)));
      await progress(1, ROUNDS + 2);
      const full = await server.probe();
      const mbEach = (full.rssMb - before.rssMb) / sessionCount;

      /** @type {{ ms: number, cpuMs: number }[]} */
      const waits = [];
      for (let round = 0; round < ROUNDS; round++) {
        waits.push(await timed(() => answerAll(sessions, round)));
        await progress(2 + round, ROUNDS + 2);
      }
      const close = await timed(() => closeAll(sessions));
      const after = await server.probe();

      const wait = Math.max(...waits.map(({ cpuMs }) => cpuMs));
      const figures =
        `${sessionCount} sessions, started in ${(start.ms / 1000).toFixed(1)} s (${(start.cpuMs / 1000).toFixed(1)} s of its own), ` +
        `${mbEach.toFixed(2)} MB each, all lines awaited in at most ${Math.max(...waits.map(({ ms }) => ms)).toFixed(0)} ms (${wait.toFixed(0)} of its own), ` +
        `closed in ${(close.ms / 1000).toFixed(1)} s (${(close.cpuMs / 1000).toFixed(1)} s of its own), ` +
        `descriptors ${before.descriptors} to ${after.descriptors}, ` +
        `${before.liveMb.toFixed(1)} MB in use before (${before.rssMb.toFixed(0)} held), ${full.liveMb.toFixed(1)} (${full.rssMb.toFixed(0)}) with all, ${after.liveMb.toFixed(1)} (${after.rssMb.toFixed(0)}) after`;
      if (start.cpuMs > START_MS * share) broke(`slow to start: ${figures}`);
      if (mbEach > MAX_MB_EACH) broke(`too much memory: ${figures}`);
      if (wait > WAIT_MS) broke(`slow to answer: ${figures}`);
      if (close.cpuMs > CLOSE_MS * share) broke(`slow to close: ${figures}`);
      assert.ok(Math.abs(after.descriptors - before.descriptors) <= 2, figures);
      // The allocator keeps pages for later, so that what is held says little; what is in use says whether it leaks.
      if (after.liveMb > before.liveMb * MAX_LEFT) broke(`memory was not given back: ${figures}`);
      return figures;
    } finally {
      await owner.end();
    }
  },
};

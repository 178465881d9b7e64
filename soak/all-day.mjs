// Sessions that are made, spoken to and closed without end: whether a server is afterwards what it was before.
import { SoakOwner } from "../build/test/support/owner.js";
import { ProbedServer } from "../build/test/support/probed-server.js";
import { setTimeout as delay } from "node:timers/promises";

/** A session every 200 ms, as somebody might who works all day; the soak does not wait between them. */
const DAY_PER_SECOND = 5;
const SAMPLES = 20;
/** So many come and go before the process has grown to its size and the engine has learnt what it learns about our code. */
const WARM_UP = 2_000;
const CLIENTS = 40;
/** A session that stays would be more than a hundred times that. */
const MAX_BYTES_EACH = 200;
const MAX_GROWTH_MB = 10;

/** Least squares. @param {number[]} values */
function slope(values) {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [above, below] = [0, 0];
  values.forEach((value, at) => {
    above += (at - middle) * (value - mean);
    below += (at - middle) ** 2;
  });
  return above / below;
}

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "O3: sessions that come and go without end leave neither memory nor descriptors nor timers behind",
  seconds: 180,
  async run({ seconds, progress, broke }) {
    const owner = new SoakOwner();
    try {
      const server = await ProbedServer.start(owner);
      const peers = await Promise.all(Array.from({ length: CLIENTS }, () => server.connect()));
      let sessions = 0;
      /** @param {import("../build/test/support/pipelined-peer.js").PipelinedPeer} peer */
      const one = async (peer) => {
        const session = await peer.create({ program: "/bin/cat" });
        const value = `line ${++sessions}.`;
        const matcher = { type: "contains_text", value: `${value}\n${value}` };
        const seen = peer.result("session.wait", { session, matcher, timeout_ms: 60_000 });
        await peer.result("session.input", { session, action: { type: "text", value: `${value}\n` } });
        await seen;
        await peer.result("session.close", { session });
      };
      const round = () => Promise.all(peers.map(one));
      while (sessions < WARM_UP) {
        await round();
        await progress(sessions, WARM_UP);
      }
      /** @type {import("../build/test/support/probed-server.js").Probe[]} */
      const probes = [];
      const early = sessions;
      for (let sample = 0; sample < SAMPLES; sample++) {
        await progress(sample, SAMPLES);
        const end = performance.now() + (seconds * 1000) / SAMPLES;
        while (performance.now() < end) await round();
        // What the last one leaves for a moment is no part of what stays.
        await delay(50);
        probes.push(await server.probe());
      }
      const perSample = (sessions - early) / SAMPLES;
      const bytesEach = (slope(probes.map(({ liveMb }) => liveMb)) / perSample) * 1e6;
      const [first, last] = [probes[0], probes[probes.length - 1]];
      const figures =
        `${sessions} sessions, ${bytesEach.toFixed(0)} bytes in use more for each (${((bytesEach * DAY_PER_SECOND * 3600) / 1e6).toFixed(1)} MB an hour at ${DAY_PER_SECOND} a second), ` +
        `${first.rssMb.toFixed(0)} to ${last.rssMb.toFixed(0)} MB held, ${first.descriptors} to ${last.descriptors} descriptors, ${first.resources} to ${last.resources} timers and handles`;
      if (/MaxListenersExceeded/.test(server.stderr)) broke(`listeners add up: ${server.stderr.slice(0, 500)}`);
      if (last.descriptors > first.descriptors || last.resources > first.resources + 1)
        broke(`something is left: ${figures}`);
      if (bytesEach > MAX_BYTES_EACH || last.rssMb > first.rssMb + MAX_GROWTH_MB) broke(`the memory grows: ${figures}`);
      return figures;
    } finally {
      await owner.end();
    }
  },
};

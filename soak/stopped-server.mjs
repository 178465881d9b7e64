// A server that is stopped for half a minute while 50 waits are under way: a suspended laptop in small.
import { SoakOwner } from "../build/test/support/owner.js";
import { waitOnStoppedServer } from "../build/test/support/stopped-server.js";

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "O6: a server that was stopped for 30 s goes on without telling a time-out that was none",
  seconds: 35,
  async run({ count, progress }) {
    const seconds = count(30);
    await progress(0, 1);
    const owner = new SoakOwner();
    try {
      const { waits, matchedMs } = await waitOnStoppedServer(owner, seconds * 1000);
      return `${waits} waits, stopped for ${seconds} s, all lines told ${matchedMs.toFixed(0)} ms after it went on`;
    } finally {
      await owner.end();
    }
  },
};

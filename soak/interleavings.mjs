// Requests of two clients at once, and what both are told of their sessions meanwhile, in random interleavings.
import { RpcServerState } from "ptywright/rpc";
import { Interleavings } from "../build/test/support/interleavings.js";
import { Random } from "../build/test/support/random.js";

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee:
    "R9: in random interleavings every answer comes before its consequences, and the last state and the end of every session are told",
  seconds: 75,
  async run({ seed, count, progress }) {
    const rounds = count(100_000);
    const state = new RpcServerState();
    const interleavings = new Interleavings(state, new Random(seed));
    for (let at = 0; at < rounds; at++) {
      await interleavings.round();
      if (at % 100 === 0) await progress(at, rounds);
    }
    await interleavings.end();
    await state.close();
    return `${rounds} interleavings, ${interleavings.told} notifications`;
  },
};

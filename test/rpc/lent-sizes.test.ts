import assert from "node:assert/strict";
import { test } from "node:test";
import { Random, SEED } from "../support/random.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { connect, serverState } from "../support/rpc-peer.js";

test("whoever has a size lent or sets it, a session gets back what it had", async (t) => {
  const random = new Random(SEED);
  for (let round = 0; round < 20; round++) {
    const state = serverState(t);
    const owner = connect(t, state);
    const session = await owner.shell("exec cat");
    const size = async (): Promise<string> => {
      const { size: now } = await owner.request("session.snapshot", { session, cells: false });
      return `${now.cols}x${now.rows}`;
    };
    /** What it should have: who sets it owns it from then on, as far as nobody who lends comes after. */
    let own = "80x24";
    let isSet = true;
    const loans = new Map<RpcPeer, string>();
    for (let step = 0; step < 20; step++) {
      const [rows, cols] = [5 + random.below(40), 20 + random.below(100)];
      const lender = [...loans.keys()].at(random.below(loans.size || 1));
      switch (random.below(4)) {
        case 0:
          await owner.request("session.resize", { session, rows, cols });
          own = `${cols}x${rows}`;
          isSet = true;
          break;
        case 1: {
          if (lender === undefined) break;
          loans.delete(lender);
          lender.close();
          await owner.caughtUp();
          break;
        }
        default: {
          const peer = random.below(2) === 0 && lender !== undefined ? lender : connect(t, state);
          await peer.request("session.resize", { session, rows, cols, lend: true });
          loans.delete(peer);
          loans.set(peer, `${cols}x${rows}`);
          isSet = false;
        }
      }
      const expected: string = isSet ? own : ([...loans.values()].at(-1) ?? own);
      assert.equal(await size(), expected, `seed ${SEED}, round ${round}, step ${step}`);
    }
  }
});

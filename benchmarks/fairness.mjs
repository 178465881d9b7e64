// Fairness: the round trips of fifty quiet sessions while one more floods its terminal. The yardstick is the same fifty without
// it; the same fifty beside a flood that nobody reads tell how much of it is the machine's part. Once with all of them typed to
// at the same moment, once one after the other.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Matcher, Session } from "ptywright";
import { percentile } from "./round-trip.mjs";

const QUIET = 50;
/** One by one they wait for the flood each; at once they wait together. */
const TURNS = { "all at once": 20, "one by one": 6 };

/** @param {Session} session @param {string} line */
async function roundTrip(session, line) {
  const start = performance.now();
  const seen = session.waitFor(Matcher.containsText(`${line}\n${line}`));
  await session.writeText(`${line}\n`);
  await seen;
  return performance.now() - start;
}

/** @typedef {keyof typeof TURNS} Manner */

/** @type {Record<Manner, (quiet: Session[], turn: number) => Promise<number[]>>} */
const MANNERS = {
  "all at once": (quiet, turn) => Promise.all(quiet.map((each) => roundTrip(each, `turn ${turn}.`))),
  "one by one": async (quiet, turn) => {
    const times = [];
    for (const each of quiet) times.push(await roundTrip(each, `turn ${turn}.`));
    return times;
  },
};

/** @param {import("./run.mjs").Bench} bench */
export async function runFairness({ rounds, measure, row }) {
  const quiet = await Promise.all(Array.from({ length: QUIET }, () => Session.spawn({ program: "/bin/cat" })));
  let turn = 0;
  /** @param {Manner} manner */
  const p99 = async (manner) => {
    const times = [];
    for (let i = 0; i < TURNS[manner]; i++) times.push(...(await MANNERS[manner](quiet, ++turn)));
    return percentile(times, 0.99);
  };
  /** @param {Manner} manner */
  const besideFlood = async (manner) => {
    const flood = await Session.spawn({ program: "yes" });
    await flood.waitFor(Matcher.containsText("y\ny\ny"));
    const time = await p99(manner);
    await flood.close();
    return time;
  };
  /** @param {Manner} manner */
  const besideBusyProgram = async (manner) => {
    const busy = spawn("yes", { stdio: "ignore" });
    const time = await p99(manner);
    busy.kill();
    await once(busy, "exit");
    return time;
  };
  for (const manner of /** @type {Manner[]} */ (Object.keys(TURNS))) {
    const work = `fairness, p99 of ${QUIET} beside a flood, ${manner}`;
    const results = await measure(work, rounds, {
      ptywright: () => besideFlood(manner),
      "without the flood": () => p99(manner),
      "flood to nobody": () => besideBusyProgram(manner),
    });
    row({ work, unit: "ms", better: "lower", results, bars: {} });
  }
  await Promise.all(quiet.map((each) => each.close()));
}

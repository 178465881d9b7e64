// Round trip: a line typed to `cat`, until it shows. Each sample is the p50, and the p99, of many lines.
import { Matcher, Session } from "ptywright";
import { Client } from "ptywright/client";
import { pexpect, pythonWith } from "./yardsticks/others.mjs";
import { captureLoopRoundTrips, controlModeRoundTrips, hasTmux } from "./yardsticks/tmux.mjs";

/** What a session and a session in a server have in common. @typedef {{ writeText(text: string): Promise<unknown>, waitFor(matcher: Matcher): Promise<unknown>, close(): Promise<unknown> }} Drivable */
/** A wait that is told nothing of the screen. @param {import("ptywright/client").RemoteSession} session @returns {Drivable} */
const bare = (session) => ({
  writeText: (text) => session.writeText(text),
  waitFor: (matcher) => session.waitFor(matcher, { result: "none" }),
  close: () => session.close(),
});

const LINES = 1000;
/** The loop takes ten milliseconds a line. */
const LOOP_LINES = 30;

/** Types lines to a `cat`, waits for each, closes it. @param {Drivable} session @param {number} lines */
export async function roundTrips(session, lines) {
  const times = [];
  for (let i = 0; i < lines; i++) {
    const start = performance.now();
    const seen = session.waitFor(Matcher.containsText(`line ${i}.\nline ${i}.`));
    await session.writeText(`line ${i}.\n`);
    await seen;
    times.push(performance.now() - start);
  }
  await session.close();
  return times;
}

const ours = async () => roundTrips(await Session.spawn({ program: "/bin/cat" }), LINES);

/** @param {number[]} times @param {number} part */
export const percentile = (times, part) => times.sort((a, b) => a - b)[Math.floor(times.length * part)];

/** So many of the sorted times, the least and the greatest among them. @param {number[]} times */
export function thinned(times, points = 200) {
  const sorted = [...times].sort((a, b) => a - b);
  if (sorted.length <= points) return sorted;
  return Array.from({ length: points }, (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (points - 1))]);
}

/** @param {import("./run.mjs").Bench} bench */
export async function runRoundTrip({ rounds, measure, row, distribution }) {
  const python = pythonWith(["pexpect"]);
  /** @type {Record<string, () => Promise<number[]>>} */
  const contenders = {
    ptywright: ours,
    ...(hasTmux() && { "tmux -C": () => controlModeRoundTrips(LINES) }),
    ...(hasTmux() && { "tmux capture loop": () => captureLoopRoundTrips(LOOP_LINES) }),
    ...(python && { pexpect: async () => pexpect(python, ["round-trip", String(LINES)]).map((s) => s * 1000) }),
  };
  /** @type {Record<string, number[][]>} */
  const times = Object.fromEntries(Object.keys(contenders).map((who) => [who, []]));
  const samples = Object.fromEntries(
    Object.entries(contenders).map(([who, run]) => [who, async () => times[who].push(await run())]),
  );
  // Twice the rounds: the p99 of a thousand lines is ten of them.
  await measure("round trip", rounds * 2, samples);
  for (const [name, part, bar] of /** @type {[string, number, number][]} */ ([
    ["p50", 0.5, 1],
    ["p99", 0.99, 2],
  ])) {
    const results = Object.fromEntries(
      Object.entries(times).map(([who, runs]) => [who, runs.map((run) => percentile(run, part))]),
    );
    row({ work: `round trip, ${name}`, unit: "ms", better: "lower", results, bars: { "tmux -C": bar } });
  }
  await overStdio({ rounds, measure, row });
  distribution({
    name: "round trip",
    unit: "ms",
    contenders: Object.fromEntries(Object.entries(times).map(([who, runs]) => [who, thinned(runs.flat())])),
  });
}

/** The same through a server that is a child of this process, as an agent would have it. @param {Pick<import("./run.mjs").Bench, "rounds" | "measure" | "row">} bench */
async function overStdio({ rounds, measure, row }) {
  if (!hasTmux()) return;
  const client = await Client.start();
  const median = async (/** @type {Promise<number[]> | number[]} */ times) => percentile(await times, 0.5);
  const results = await measure("round trip over stdio", rounds, {
    ptywright: async () => median(roundTrips(bare(await client.spawn({ program: "/bin/cat" })), LINES)),
    "tmux -C": () => median(controlModeRoundTrips(LINES)),
  });
  await client.close();
  row({
    work: "round trip over stdio, bare waits, p50",
    unit: "ms",
    better: "lower",
    results,
    bars: { "tmux -C": 1.5 },
  });
}

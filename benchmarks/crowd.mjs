// A process of its own for sessions.mjs, so that memory and descriptors begin from little: more and more sessions of `cat`, a line
// to each and a wait on each, then all closed. Answers its parent with a Report.
import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Matcher, Session } from "ptywright";

/** @typedef {{ spawnMs: number[], answerMs: number[], megabytesEach: number, closeMs: number, leftOpen: number }} Report */

const ROUNDS = 5;
/** Longer than it takes until what has just ended is collected. */
const SETTLE_MS = 300;

const counts = process.argv.slice(2).map(Number);
const openDescriptors = () => readdirSync("/dev/fd").length;

async function settledMemory() {
  for (let i = 0; i < 2; i++) {
    await delay(SETTLE_MS);
    globalThis.gc?.();
  }
  return process.memoryUsage.rss();
}

/** @param {Session} session @param {string} line */
async function lineAndWait(session, line) {
  const seen = session.waitFor(Matcher.containsText(`${line}\n${line}`));
  await session.writeText(`${line}\n`);
  await seen;
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

// What is loaded with the first session, and what the process keeps for all of them, is not counted.
const first = await Session.spawn({ program: "/bin/cat" });
await lineAndWait(first, "first");
await first.close();
const [descriptors, memory] = [openDescriptors(), await settledMemory()];

/** @type {Session[]} */
const sessions = [];
/** @type {Report} */
const report = { spawnMs: [], answerMs: [], megabytesEach: 0, closeMs: 0, leftOpen: 0 };
for (const count of counts) {
  const fresh = count - sessions.length;
  const spawnMs = await timed(async () => {
    while (sessions.length < count) sessions.push(await Session.spawn({ program: "/bin/cat" }));
  });
  report.spawnMs.push(spawnMs / fresh);
  if (count === counts.at(-1)) report.megabytesEach = ((await settledMemory()) - memory) / count / 1e6;
  const times = [];
  for (let round = 0; round < ROUNDS; round++)
    times.push(await timed(() => Promise.all(sessions.map((each, i) => lineAndWait(each, `${round} to ${i}.`)))));
  report.answerMs.push(times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]);
}
report.closeMs = await timed(() => Promise.all(sessions.map((each) => each.close())));
await delay(SETTLE_MS);
report.leftOpen = openDescriptors() - descriptors;
process.send?.(report, () => process.disconnect());

// Transient text: words that are shown for one frame each inside a flood; how many of them were seen. All, where the program
// marks its frames; else those that stood on the screen when a batch of output ended.
import { join } from "node:path";
import { Matcher, Session } from "ptywright";

const FRAMES = 1000;
const PROGRAM = join(import.meta.dirname, "yardsticks", "frames.mjs");

/** @param {string} kind */
const start = (kind) => Session.spawn({ program: process.execPath, args: [PROGRAM, kind, String(FRAMES)] });

/** A listener that looks at the screen at every change. @param {string} kind */
async function seenByListener(kind) {
  const session = await start(kind);
  const seen = new Set();
  session.on("changed", () => {
    const word = /word-(\d+)\./.exec(session.snapshot().plainText)?.[1];
    if (word !== undefined) seen.add(word);
  });
  await session.wait();
  await session.close();
  return seen.size;
}

/** A wait for each word, all put up before it comes. @param {string} kind */
async function seenByWaits(kind) {
  const session = await start(kind);
  const waits = Array.from({ length: FRAMES }, (_, i) => session.waitFor(Matcher.containsText(`word-${i}.`)));
  const answers = await Promise.allSettled(waits);
  await session.close();
  return answers.filter(({ status }) => status === "fulfilled").length;
}

/** Each wait put up when the one before it was answered, while later frames of the same read are held back. */
async function seenOneAfterTheOther() {
  const session = await start("marked");
  let seen = 0;
  for (let i = 0; i < FRAMES; i++) {
    const answer = session.waitFor(Matcher.containsText(`word-${i}.`));
    seen += await answer.then(
      () => 1,
      () => 0,
    );
  }
  await session.close();
  return seen;
}

/** @param {import("./run.mjs").Bench} bench */
export async function runTransient({ rounds, measure, row }) {
  const results = await measure("transient text", rounds, {
    listener: () => seenByListener("marked"),
    waits: () => seenByWaits("marked"),
    sequence: seenOneAfterTheOther,
    unmarked: () => seenByListener("unmarked"),
  });
  for (const [what, seen, floor] of /** @type {[string, number[], number | undefined][]} */ ([
    ["marked frames, a listener", results.listener, FRAMES],
    ["marked frames, a wait each", results.waits, FRAMES],
    ["marked frames, one wait after the other", results.sequence, FRAMES],
    ["frames not marked, a listener", results.unmarked, undefined],
  ])) {
    // The worst round counts: one word that went unseen is one too many.
    const worst = [Math.min(...seen)];
    row({
      work: `transient text, ${what}`,
      unit: `seen of ${FRAMES}`,
      better: "higher",
      results: { ptywright: worst },
      bars: {},
      floor,
    });
  }
}

// Many sessions: what an idle one holds, how soon all of them answer, whether closing gives everything back; and how cost grows
// with sessions, with waits on one session and with the length of the transcript.
import { fork } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { Matcher, Session } from "ptywright";
import { END, makeWorkload } from "./workloads.mjs";

const CROWD = join(import.meta.dirname, "crowd.mjs");
const WAITS = [1, 10, 100];
const TRANSCRIPTS = [14, 16, 18, 20, 22, 24].map((power) => 2 ** power);
const FEW_TRANSCRIPTS = [14, 20, 24].map((power) => 2 ** power);
const MEGABYTES = 10;

/** @param {number[]} counts @returns {Promise<import("./crowd.mjs").Report>} */
async function crowd(counts) {
  const child = fork(CROWD, counts.map(String), { execArgv: ["--expose-gc"] });
  const [report] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`crowd.mjs ended with ${code} before its report`))),
  ]);
  return report;
}

/** Megabytes a second through one session. @param {string} file @param {number} waits @param {number} [transcriptMaxChars] */
async function rate(file, waits, transcriptMaxChars) {
  const start = performance.now();
  const session = await Session.spawn({ program: "/bin/cat", args: [file] }, { transcriptMaxChars });
  const ended = session.waitFor(Matcher.containsText(END));
  for (let i = 1; i < waits; i++) session.waitFor(Matcher.containsText(`never ${i}`)).catch(() => undefined);
  await ended;
  const seconds = (performance.now() - start) / 1000;
  await session.close();
  return statSync(file).size / 1e6 / seconds;
}

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** @param {import("./run.mjs").Bench} bench */
export async function runSessions({ scratch, isQuick, rounds, measure, row, series, progress }) {
  const most = isQuick ? 200 : 1000;
  const counts = [1, 10, 100, most];
  progress(`sessions: up to ${most}`);
  const report = await crowd(counts);
  progress("");
  for (const [what, unit, value, ceiling] of /** @type {[string, string, number, number | undefined][]} */ ([
    ["idle", "MB each", report.megabytesEach, 0.5],
    ["a line to each until all have answered", "s", report.answerMs[report.answerMs.length - 1] / 1000, 1],
    ["all closed", "s", report.closeMs / 1000, undefined],
    ["all closed", "descriptors left open", report.leftOpen, 0],
  ]))
    row({
      work: `${most} sessions, ${what}`,
      unit,
      better: "lower",
      results: { ptywright: [value] },
      bars: {},
      ceiling,
    });
  const xLabel = "sessions";
  series({
    name: "a line to each session until all have answered",
    unit: "s",
    xLabel,
    x: counts,
    y: report.answerMs.map((ms) => ms / 1000),
  });
  series({ name: "to start one more session", unit: "ms", xLabel, x: counts, y: report.spawnMs });

  const file = makeWorkload(scratch, "mix", MEGABYTES);
  const byWaits = await measure(
    "waits on one session",
    rounds,
    contenders(WAITS, (waits) => rate(file, waits)),
  );
  series({
    name: "output beside waits on the session",
    unit: "MB/s",
    xLabel: "waits",
    x: WAITS,
    y: WAITS.map((waits) => median(byWaits[waits])),
  });
  row({
    work: `${WAITS[2]} waits on one session`,
    unit: "MB/s",
    better: "higher",
    results: { ptywright: byWaits[WAITS[2]], "one wait": byWaits[WAITS[0]] },
    bars: {},
  });
  const lengths = isQuick ? FEW_TRANSCRIPTS : TRANSCRIPTS;
  // In the full run even the longest overflows.
  const long = makeWorkload(scratch, "mix", isQuick ? MEGABYTES : 2 * MEGABYTES);
  const byLength = await measure(
    "transcripts",
    rounds,
    contenders(lengths, (chars) => rate(long, 1, chars)),
  );
  const [shortest, longest] = [byLength[lengths[0]], byLength[lengths[lengths.length - 1]]];
  series({
    name: "output into a transcript",
    unit: "MB/s",
    xLabel: "characters kept",
    x: lengths,
    y: lengths.map((chars) => median(byLength[chars])),
  });
  row({
    work: "a transcript of 16 Mi characters",
    unit: "MB/s",
    better: "higher",
    results: { ptywright: longest, "one of 16 Ki": shortest },
    bars: {},
  });
}

/** @param {number[]} xs @param {(x: number) => Promise<number>} run */
const contenders = (xs, run) => Object.fromEntries(xs.map((x) => [x, () => run(x)]));

// Bulk: until the last line of a large output is on the parsed screen. The yardsticks are what the kernel can move at all, and the same work done
// in Rust; tmux and pyte only where they tell something new.
import { statSync } from "node:fs";
import { Matcher, Session } from "ptywright";
import { recordPrograms } from "./recorder.mjs";
import { END, USUAL_SIZE, WORKLOADS, makeWorkload, repeated, writeWorkload } from "./workloads.mjs";
import { buildVt100, compileReader, pexpect, pythonWith, readerBulk, vt100Bulk } from "./yardsticks/others.mjs";
import { bulk as tmuxBulk, hasTmux } from "./yardsticks/tmux.mjs";

/** pyte takes seconds for a megabyte. */
const PYTE_MEGABYTES = 1;
/** Those that tmux and pyte are measured with too. */
const WITH_ALL = ["plain lines", "mix"];

/** Rows that are kept when they leave at the top: as many as a session keeps. */
const HISTORY = 10_000;
/** Those that scroll. */
const SCROLLING = ["plain lines", "24-bit colour"];
/** The same with nothing kept by either. */
const WITHOUT_HISTORY = ["plain lines", "mix"];

/** Seconds. @param {string} file @param {import("./workloads.mjs").Size} size @param {import("ptywright").SessionOptions} [options] */
async function ours(file, size, options) {
  const start = performance.now();
  const session = await Session.spawn({ program: "/bin/cat", args: [file], size }, options);
  await session.waitFor(Matcher.containsText(END), { timeoutMs: 120_000 });
  const seconds = (performance.now() - start) / 1000;
  await session.close();
  return seconds;
}

/** @param {import("./run.mjs").Bench} bench */
export async function runBulk({ scratch, rounds, isQuick, measure, row }) {
  const megabytes = isQuick ? 6 : 40;
  const reader = compileReader(scratch);
  const vt100 = buildVt100();
  const python = pythonWith(["pexpect", "pyte"]);
  /** @param {string} kind @param {string} file @param {import("./workloads.mjs").Size} size */
  const compare = async (kind, file, size) => {
    const megabytesInFile = statSync(file).size / 1e6;
    const withAll = WITH_ALL.includes(kind);
    const small = withAll && python ? makeWorkload(scratch, kind, PYTE_MEGABYTES) : "";
    const results = await measure(`bulk, ${kind}`, rounds, {
      ptywright: async () => megabytesInFile / (await ours(file, size)),
      ...(vt100 && { "vt100 + portable-pty": async () => megabytesInFile / vt100Bulk(vt100, file, size, HISTORY) }),
      ...(reader && { "C reader": async () => megabytesInFile / readerBulk(reader, file) }),
      ...(withAll && hasTmux() && { tmux: async () => megabytesInFile / (await tmuxBulk(file)) }),
      ...(withAll && python && { "pexpect + pyte": async () => PYTE_MEGABYTES / pexpect(python, ["bulk", small])[0] }),
    });
    const bars = { "vt100 + portable-pty": 1, ...(withAll && { "C reader": 0.5 }) };
    row({ work: `bulk, ${kind}`, unit: "MB/s", better: "higher", results, bars, isDetail: !withAll });
  };
  for (const [kind, { size }] of Object.entries(WORKLOADS))
    await compare(kind, makeWorkload(scratch, kind, megabytes), size);
  for (const kind of SCROLLING) {
    const file = makeWorkload(scratch, kind, megabytes);
    const { size } = WORKLOADS[kind];
    const megabytesInFile = statSync(file).size / 1e6;
    const results = await measure(`scrollback, ${kind}`, rounds, {
      ptywright: async () => megabytesInFile / (await ours(file, size)),
      "without scrollback": async () => megabytesInFile / (await ours(file, size, { scrollback: 0 })),
    });
    const bars = { "without scrollback": 0.95 };
    row({ work: `scrollback, ${kind}`, unit: "MB/s", better: "higher", results, bars, isDetail: true });
  }
  for (const kind of WITHOUT_HISTORY) {
    if (!vt100) break;
    const file = makeWorkload(scratch, kind, megabytes);
    const { size } = WORKLOADS[kind];
    const megabytesInFile = statSync(file).size / 1e6;
    const results = await measure(`bulk without history, ${kind}`, rounds, {
      ptywright: async () => megabytesInFile / (await ours(file, size, { scrollback: 0 })),
      "vt100 + portable-pty": async () => megabytesInFile / vt100Bulk(vt100, file, size, 0),
    });
    const bars = { "vt100 + portable-pty": 0.5 };
    row({ work: `bulk without history, ${kind}`, unit: "MB/s", better: "higher", results, bars, isDetail: true });
  }
  for (const [program, recording] of Object.entries(await recordPrograms(scratch)))
    await compare(program, writeWorkload(scratch, program, megabytes, repeated(recording, megabytes)), USUAL_SIZE);
}

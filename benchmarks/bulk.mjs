// Bulk: until the last line of a large output is on the parsed screen. The yardstick is what the kernel can move at all.
import { statSync } from "node:fs";
import { Matcher, Session } from "ptywright";
import { END, WORKLOADS, makeWorkload } from "./workloads.mjs";
import { compileReader, pexpect, pythonWith, readerBulk } from "./yardsticks/others.mjs";
import { bulk as tmuxBulk, hasTmux } from "./yardsticks/tmux.mjs";

/** pyte takes seconds for a megabyte. */
const PYTE_MEGABYTES = 1;

/** @param {string} file */
async function ours(file) {
  const start = performance.now();
  const session = await Session.spawn({ program: "/bin/cat", args: [file] });
  await session.waitFor(Matcher.containsText(END), { timeoutMs: 120_000 });
  const seconds = (performance.now() - start) / 1000;
  await session.close();
  return seconds;
}

/** @param {import("./run.mjs").Bench} bench */
export async function runBulk({ scratch, rounds, megabytes, measure, row }) {
  const reader = compileReader(scratch);
  const python = pythonWith(["pexpect", "pyte"]);
  for (const name of Object.keys(WORKLOADS)) {
    const file = makeWorkload(scratch, name, megabytes);
    const size = statSync(file).size / 1e6;
    const small = makeWorkload(scratch, name, PYTE_MEGABYTES);
    const results = await measure(`bulk, ${name}`, rounds, {
      ptywright: async () => size / (await ours(file)),
      ...(reader && { "C reader": async () => size / readerBulk(reader, file) }),
      ...(hasTmux() && { tmux: async () => size / (await tmuxBulk(file)) }),
      ...(python && { "pexpect + pyte": async () => PYTE_MEGABYTES / pexpect(python, ["bulk", small])[0] }),
    });
    row({ work: `bulk, ${name}`, unit: "MB/s", better: "higher", results, bars: { "C reader": 0.3 } });
  }
}

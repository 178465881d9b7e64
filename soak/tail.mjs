// The proof of no lost output as often as promised, in this Node; `npm run test:nodes` runs it in each that is supported.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const TEST = fileURLToPath(new URL("../build/test/session/nothing-lost.test.js", import.meta.url));

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "B1: the last line of programs that print 1.4 MB and exit is never lost",
  seconds: 150,
  async run({ count, progress, broke }) {
    const runs = count(1_000);
    await progress(0, runs);
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...process.env, PTYWRIGHT_TAIL_RUNS: String(runs) };
    // What a test runner tells its children would make this one report to it.
    delete env.NODE_TEST_CONTEXT;
    const child = spawn(process.execPath, ["--test-reporter=tap", TEST], { env, stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ part) => (text += part));
    const [status] = await once(child, "close");
    if (status !== 0) broke(text.slice(-4_000));
    return `${runs} programs, ${/exit reported ([^\n]*) after/.exec(text)?.[1] ?? "no times"}`;
  },
};

// A thousand lines submitted to each of the shells and consoles of the tests, and fewer to those that echo a line again that was typed ahead.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const TEST = fileURLToPath(new URL("../build/test/session/submit.programs.test.js", import.meta.url));

/** What takes longest is typed ahead, behind lines that take up to a quarter of a second. */
const PARTS = [
  { titles: "^W2: what ", share: 1 },
  { titles: "^W2: a line that .* typed ahead", share: 0.25 },
];

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "W2: of a thousand lines submitted to each program no wait ends early, and none is missed",
  seconds: 700,
  isPatient: true,
  async run({ count, progress, broke }) {
    let done = 0;
    await progress(done, PARTS.length);
    /** @param {(typeof PARTS)[number]} part */
    const figures = async ({ titles, share }) => {
      const rounds = count(1_000 * share);
      const text = await tested(titles, rounds, broke);
      await progress(++done, PARTS.length);
      const absent = text.match(/# SKIP (?!test name)/g)?.length ?? 0;
      const programs = Number(/^# pass (\d+)/m.exec(text)?.[1]);
      if (programs === 0) broke("none of the programs is installed");
      return `${programs} programs, ${rounds} lines each${absent > 0 ? `, ${absent} programs missing` : ""}`;
    };
    return (await Promise.all(PARTS.map(figures))).join("; ");
  },
};

/** @param {string} titles @param {number} rounds @param {(problem: string) => never} broke */
async function tested(titles, rounds, broke) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PTYWRIGHT_ROUNDS: String(rounds) };
  // What a test runner tells its children would make this one report to it.
  delete env.NODE_TEST_CONTEXT;
  const args = ["--test-reporter=tap", `--test-name-pattern=${titles}`, TEST];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ part) => (text += part));
  const [status] = await once(child, "close");
  if (status !== 0) broke(text.slice(-4_000));
  return text;
}

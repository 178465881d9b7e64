// What a test file says of itself, by its name:
//   name.test.ts           runs with `npm test`; one below src shares a process with others, because starting one costs as much as many of them
//   name.alone.test.ts     has a process of its own: it takes seconds, measures memory or its own time, or puts something in the place of a global
//   name.heavy.test.ts     keeps a processor busy for seconds: `npm run test:heavy`; alone
//   name.programs.test.ts  real programs, and plugins with theirs: `npm run test:programs`; alone
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ compiled: string, source: string, suite: "quick" | "heavy" | "programs", isAlone: boolean }} TestFile */

/** @type {Record<string, TestFile["suite"]>} */
const SUITES = { "": "quick", alone: "quick", heavy: "heavy", programs: "programs" };

/** What the name of a source says. @param {string} source @returns {Pick<TestFile, "suite" | "isAlone">} */
export function kindOf(source) {
  const [, kind = ""] = /\.([^./]*)\.test\.ts$/.exec(source) ?? [];
  if (!Object.hasOwn(SUITES, kind))
    throw new Error(`${source} is of the kind "${kind}"; scripts/test-files.mjs knows alone, heavy and programs.`);
  // What starts programs may look at all that its process started.
  return { suite: SUITES[kind], isAlone: kind !== "" || !source.startsWith("src/") };
}

/** The tests that are compiled from a source that is still there. @param {string} root @returns {TestFile[]} */
export function testFiles(root) {
  /** @param {string} folder @param {string} from */
  const below = (folder, from) =>
    (existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true }) : [])
      .map((name) => String(name).replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".test.js"))
      .sort()
      .map((name) => ({ compiled: `${folder}/${name}`, source: `${from}/${name.replace(/\.js$/, ".ts")}` }))
      .filter(({ source }) => existsSync(join(root, source)))
      .map((file) => ({ ...file, ...kindOf(file.source) }));
  // Those that start programs take longest, so they begin.
  return [...below("build/test", "test"), ...below("dist", "src")];
}

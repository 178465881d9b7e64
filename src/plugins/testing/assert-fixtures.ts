import { AssertionError } from "node:assert";
import type { LoadedPlugin } from "../manifest/index.js";
import { checkFixtures } from "./check-fixtures.js";
import { describeResult } from "./describe-result.js";

/** The same as `checkFixtures` for a test: rejects with an AssertionError that shows what differs. */
export async function assertFixtures(plugin: LoadedPlugin | string, dir: string): Promise<void> {
  const results = await checkFixtures(plugin, dir);
  const failed = results.filter(({ passed }) => !passed);
  if (failed.length === 0) return;
  const shown = failed.map((result) => describeResult(result));
  throw new AssertionError({
    message: [`${failed.length} of ${results.length} fixtures failed (- expected, + seen)`, ...shown].join("\n"),
    actual: failed.map(({ name, seen, failure }) => ({ name, ...seen, ...(failure === undefined ? {} : { failure }) })),
    expected: failed.map(({ name, expected }) => ({ name, ...expected })),
    operator: "assertFixtures",
    stackStartFn: assertFixtures,
  });
}

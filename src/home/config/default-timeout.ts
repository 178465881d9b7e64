import { InvalidArgumentError, MAX_WAIT_TIMEOUT_MS, shown } from "../../base/index.js";
import type { Env } from "./paths.js";

/** What a wait may take under a test runner that ends a test after as long as ours, or sooner: else its limit would hide our reasons. */
const UNDER_LONG_LIMIT_MS = 5_000;
/** The same where a test may take five seconds: with something left for what comes before the wait. */
const UNDER_SHORT_LIMIT_MS = 4_500;

/** How each tells that it runs us. Node's own runner has no limit. */
const TEST_RUNNERS: Readonly<Record<string, number>> = {
  VITEST: UNDER_SHORT_LIMIT_MS,
  JEST_WORKER_ID: UNDER_SHORT_LIMIT_MS,
  // Playwright's own: 30 s a test.
  TEST_WORKER_INDEX: UNDER_LONG_LIMIT_MS,
};

/** How long a wait may take that was told nothing, if the environment says it: PTYWRIGHT_TIMEOUT_MS, or less under a test runner with a limit. */
export function toldTimeoutMs(env: Env = process.env): number | undefined {
  const told = env["PTYWRIGHT_TIMEOUT_MS"];
  if (told !== undefined && told !== "") {
    const ms = Number(told);
    if (/^\d+$/.test(told) && ms <= MAX_WAIT_TIMEOUT_MS) return ms;
    throw new InvalidArgumentError(
      "PTYWRIGHT_TIMEOUT_MS",
      `PTYWRIGHT_TIMEOUT_MS must be a whole number from 0 to ${MAX_WAIT_TIMEOUT_MS}, got ${shown(told)}; it is how many ` +
        "milliseconds a wait may take that is not told otherwise",
    );
  }
  const limits = Object.entries(TEST_RUNNERS).flatMap(([name, ms]) => (env[name] ? [ms] : []));
  return limits.length === 0 ? undefined : Math.min(...limits);
}

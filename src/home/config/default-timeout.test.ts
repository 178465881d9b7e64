import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_WAIT_TIMEOUT_MS } from "../../base/index.js";
import { toldTimeoutMs } from "./default-timeout.js";

const CASES: readonly (readonly [string, Record<string, string>, number])[] = [
  ["30 s where nothing is said", {}, 30_000],
  ["30 s under Node's own runner, which has no limit", { NODE_TEST_CONTEXT: "child-v8" }, 30_000],
  ["less than a test may take under vitest", { VITEST: "true" }, 4_500],
  ["less than a test may take under jest", { JEST_WORKER_ID: "1" }, 4_500],
  ["5 s under Playwright's runner, also for its first worker", { TEST_WORKER_INDEX: "0" }, 5_000],
  ["what the environment says", { PTYWRIGHT_TIMEOUT_MS: "1234" }, 1_234],
  ["what the environment says under a runner too", { PTYWRIGHT_TIMEOUT_MS: "60000", VITEST: "true" }, 60_000],
  ["one look if it says so", { PTYWRIGHT_TIMEOUT_MS: "0" }, 0],
  ["an empty variable as none", { PTYWRIGHT_TIMEOUT_MS: "", VITEST: "" }, 30_000],
];

for (const [title, env, expected] of CASES)
  test(`a wait that is told nothing takes ${title}`, () =>
    assert.equal(toldTimeoutMs(env) ?? DEFAULT_WAIT_TIMEOUT_MS, expected));

test("what is no number of milliseconds is refused, by its name", () => {
  for (const told of ["soon", "-1", "1.5", "1e3", "86400001", " 5 "])
    assert.throws(() => toldTimeoutMs({ PTYWRIGHT_TIMEOUT_MS: told }), {
      code: "invalid_argument",
      field: "PTYWRIGHT_TIMEOUT_MS",
      message: /whole number from 0 to 86400000/,
    });
});

import assert from "node:assert/strict";
import { test } from "node:test";

interface Outcome {
  readonly ids: readonly string[];
  readonly title: string;
  readonly passed: boolean;
  readonly skipped?: string;
  readonly isShort?: boolean;
  readonly ms: number;
}

const PAGE = new URL("../../../scripts/guarantees-page.mjs", import.meta.url).href;
const { guaranteesPage, withoutResults } = (await import(PAGE)) as {
  guaranteesPage: (catalogue: object, proofs: object[], known?: object) => string;
  withoutResults: (page: string) => string;
};

const CATALOGUE = {
  promises: [{ name: "All", text: "All.", rows: ["B1"] }],
  groups: [{ name: "Group", rows: [{ id: "B1", text: "One.", aim: "All.", proof: ["test"] }] }],
};
const PROOFS = [{ kind: "test", file: "a.test.ts", ids: ["B1"], title: "it holds" }];
const RAN: Outcome = { ids: ["B1"], title: "it holds", passed: true, ms: 1 };
const SKIPPED: Outcome = { ...RAN, skipped: "no tmux here" };

const resultsOf = (outcomes: readonly Outcome[]): object => ({
  test: { "a.test.ts": { date: "2026-01-01", machine: "Node 20, 2 cores", outcomes } },
  soak: {},
  bench: {},
});
const pageOf = (known?: object): string => guaranteesPage(CATALOGUE, PROOFS, known);

/** What the page says of the row. */
const stateOn = (page: string): string | undefined => /^### B1\n\nOne\. Aim: All\.\n\nState: (.*)\.$/m.exec(page)?.[1];

const states: [title: string, outcomes: Outcome[], state: string][] = [
  ["that ran", [RAN, RAN], "held, 2026-01-01"],
  ["that were all skipped", [SKIPPED, SKIPPED], "skipped here, 2026-01-01"],
  ["some of which were skipped", [RAN, SKIPPED], "held, in part, 2026-01-01"],
  ["that ran in short", [{ ...RAN, isShort: true }], "held, in a short run, 2026-01-01"],
  [
    "some of which were skipped and one ran in short",
    [{ ...RAN, isShort: true }, SKIPPED],
    "held, in part, in a short run, 2026-01-01",
  ],
  ["one of which failed, others skipped", [{ ...RAN, passed: false }, SKIPPED], "**broken**, 2026-01-01: it holds"],
  ["without a result", [], "no result yet"],
];
for (const [title, outcomes, state] of states)
  test(`a row with proofs ${title} is "${state}"`, () => {
    assert.equal(stateOn(pageOf({ results: resultsOf(outcomes) })), state);
  });

test("the page names the proofs of a row, how many rows are in which state, and the machine", () => {
  const page = pageOf({ results: resultsOf([RAN]) });
  assert.match(page, /<summary>1 test<\/summary>\n\n- `a\.test\.ts`: it holds\n/);
  assert.match(page, /^Last results: 1 held; Node 20, 2 cores\.$/m);
});

test("what was not run here stays as it was told last, and what was run takes its place", () => {
  const flakes = { runs: 3, failures: { "it holds": 2 }, date: "2026-01-01", machine: "one" };
  const last = pageOf({ results: resultsOf([RAN]), flakes });
  assert.match(last, /^Last hunt: 2 failures in 3 runs, 2026-01-01; one: 2 × it holds\.$/m);
  assert.equal(pageOf({ last }), last);
  const broken = pageOf({ results: resultsOf([{ ...RAN, passed: false }]), last });
  assert.match(stateOn(broken) ?? "", /^\*\*broken\*\*/);
});

test("but for results, two pages of the same rows and titles are the same", () => {
  const page = pageOf({ results: resultsOf([RAN]) });
  assert.notEqual(page, pageOf());
  assert.equal(withoutResults(page), pageOf());
  const renamed = guaranteesPage(CATALOGUE, [{ ...PROOFS[0], title: "it still holds" }]);
  assert.notEqual(withoutResults(page), renamed);
});

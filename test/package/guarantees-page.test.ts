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
const { guaranteesPage } = (await import(PAGE)) as {
  guaranteesPage: (catalogue: object, proofs: object[], results: object, flakes?: object) => string;
};

const CATALOGUE = {
  promises: [{ name: "All", text: "All.", rows: ["B1"] }],
  groups: [{ name: "Group", rows: [{ id: "B1", text: "One.", aim: "All.", proof: ["test"] }] }],
};
const PROOFS = [{ kind: "test", file: "a.test.ts", ids: ["B1"], title: "it holds" }];
const RAN: Outcome = { ids: ["B1"], title: "it holds", passed: true, ms: 1 };
const SKIPPED: Outcome = { ...RAN, skipped: "no tmux here" };

/** What the page says of a row of which this came. */
function stateOf(outcomes: readonly Outcome[]): string | undefined {
  const found = { date: "2026-01-01", machine: "one", outcomes };
  const page = guaranteesPage(CATALOGUE, PROOFS, { test: { "a.test.ts": found }, soak: {}, bench: {} });
  return /^\| \[B1\]\(#b1\) \| One\. \| (.*) \|$/m.exec(page)?.[1];
}

const states: [title: string, outcomes: Outcome[], state: string][] = [
  ["that ran", [RAN, RAN], "held"],
  ["that were all skipped", [SKIPPED, SKIPPED], "skipped here"],
  ["some of which were skipped", [RAN, SKIPPED], "held, in part"],
  ["that ran in short", [{ ...RAN, isShort: true }], "held, in a short run"],
  [
    "some of which were skipped and one ran in short",
    [{ ...RAN, isShort: true }, SKIPPED],
    "held, in part, in a short run",
  ],
  ["one of which failed, others skipped", [{ ...RAN, passed: false }, SKIPPED], "**broken**"],
  ["without a result", [], "no result yet"],
];
for (const [title, outcomes, state] of states)
  test(`a row with proofs ${title} is "${state}"`, () => {
    assert.equal(stateOf(outcomes), state);
  });

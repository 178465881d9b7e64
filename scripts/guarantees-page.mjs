// The page that says what is promised, what proves it, and what that gave when it last ran. All but three kinds of lines follow from the
// catalogue and the titles in the sources; those three begin with one of the words below, and what is not known here stays as it was.

/**
 * @typedef {import("./guarantee-titles.mjs").Row} Row
 * @typedef {import("./guarantee-titles.mjs").TitledProof} TitledProof
 * @typedef {Record<import("./guarantee-results.mjs").Kind, import("./guarantee-results.mjs").Results>} AllResults
 * @typedef {import("./guarantee-results.mjs").Flakes} Flakes
 */

const HEAD = `# Guarantees

What ptywright promises, what holds it to each promise, and what came of it last. A test names the row it proves in its title;
\`npm run guarantees\` writes this page from \`guarantees/catalogue.json\`, those titles, and the results that \`npm test\`,
\`npm run test:heavy\`, \`npm run test:programs\`, \`npm run soak\` and \`npm run bench\` left in \`build/guarantees\`. A row is
"held, in part" if some of its proofs were skipped where they last ran.

To see one for yourself, after \`npm test\` has built them: \`node scripts/run-tests.mjs B9\` runs the tests of a row,
\`npm run soak -- --only B9\` its soak, \`-- --seconds 30\` a short form of it; \`npm run hunt\` runs all tests again and again beside a
process that keeps a core busy.`;

const RESULT = /^(State|Last results|Last hunt): .*$/gm;
const UNKNOWN = "no result yet";

/** A page as it is before anything has run. @param {string} page */
export const withoutResults = (page) => page.replaceAll(RESULT, `$1: ${UNKNOWN}.`);

/** What a page says of rows, and in its two lines at the top. @param {string} page @returns {Map<string, string>} */
export const resultsOn = (page) =>
  new Map(
    [...page.matchAll(/^(?:### (\w+)\n[^]*?\nState|(Last results|Last hunt)): (.*)\.$/gm)].map(([, id, line, text]) => [
      id ?? line,
      text,
    ]),
  );

/** @param {string} text */
const plain = (text) => text.replaceAll(/\s+/g, " ").replaceAll(/([<>*_[\]])/g, "\\$1");

/** What of a row's outcomes lies in one file. @param {string} id @param {TitledProof} proof @param {AllResults} results */
const outcomesOf = (id, { kind, file }, results) =>
  (results[kind][file]?.outcomes ?? []).filter(({ ids }) => ids.includes(id));

/** @param {Row} row @param {TitledProof[]} own its proofs @param {AllResults} results */
function stateOf({ id, open, reason }, own, results) {
  if (reason !== undefined) return "not proven";
  const outcomes = own.flatMap((proof) => outcomesOf(id, proof, results));
  const [date] = own
    .flatMap(({ kind, file }) => results[kind][file]?.date ?? [])
    .sort()
    .reverse();
  const failed = outcomes.find(({ passed }) => !passed);
  if (failed !== undefined) return `**broken**, ${date}: ${plain(failed.title)}`;
  if (own.length === 0) return "not yet";
  if (!own.every((proof) => outcomesOf(id, proof, results).length > 0)) return UNKNOWN;
  const skipped = outcomes.filter(({ skipped: why }) => why !== undefined);
  if (skipped.length === outcomes.length) return `skipped here, ${date}`;
  const isPart = skipped.length > 0 || open !== undefined;
  const isShort = outcomes.some((outcome) => outcome.isShort);
  return ["held", ...(isPart ? ["in part"] : []), ...(isShort ? ["in a short run"] : []), date].join(", ");
}

/** @param {Row} row @param {TitledProof[]} own @param {string} state */
function section({ id, text, aim, open, reason }, own, state) {
  /** @type {Map<string, string[]>} */
  const byFile = new Map();
  for (const { file, title } of own) byFile.set(file, [...(byFile.get(file) ?? []), plain(title)]);
  const proofs = [...byFile].map(([file, titles]) => `- \`${file}\`: ${titles.join("; ")}`);
  const counts = ["test", "soak", "bench"]
    .map((kind) => ({ kind, count: own.filter((proof) => proof.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind === "bench" ? "benchmark" : kind}${count === 1 ? "" : "s"}`);
  return [
    `### ${id}`,
    `${text} Aim: ${aim}`,
    ...(open === undefined ? [] : [`Still open: ${open}`]),
    ...(reason === undefined ? [] : [`Not proven: ${reason}`]),
    `State: ${state}.`,
    ...(proofs.length === 0
      ? []
      : [`<details><summary>${counts.join(", ")}</summary>`, proofs.join("\n"), "</details>"]),
  ].join("\n\n");
}

/** How many rows are in which state. @param {string[]} states */
function summary(states) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const state of states) {
    const word = state.replace(/(?:, \d{4}-\d\d-\d\d)?(?:: .*)?$/, "").replaceAll("*", "");
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join("; ");
}

/** @param {Flakes} flakes */
function huntOf({ runs, failures, date, machine }) {
  const counted = Object.entries(failures);
  const total = counted.reduce((sum, [, times]) => sum + times, 0);
  const worst = counted.map(([title, times]) => `${times} × ${plain(title)}`).join("; ");
  return `${total} failures in ${runs} runs, ${date}; ${machine}${total > 0 ? `: ${worst}` : ""}`;
}

/**
 * `last` is the page as it was: what it says of a row holds until all of the row's proofs have run here.
 * @param {import("./guarantee-titles.mjs").Catalogue} catalogue @param {TitledProof[]} proofs
 * @param {{ results?: AllResults, flakes?: Flakes | undefined, last?: string }} [known]
 */
export function guaranteesPage({ promises, groups }, proofs, known = {}) {
  const { results = { test: {}, soak: {}, bench: {} }, flakes, last = "" } = known;
  const before = resultsOn(last);
  const rows = groups.flatMap((group) => group.rows);
  const ownOf = (/** @type {string} */ id) => proofs.filter(({ ids }) => ids.includes(id));
  const states = new Map(
    rows.map((row) => {
      const state = stateOf(row, ownOf(row.id), results);
      return [row.id, state === UNKNOWN ? (before.get(row.id) ?? UNKNOWN) : state];
    }),
  );
  const ran = Object.values(results).flatMap((files) => Object.values(files));
  const [newest] = ran.sort((a, b) => b.date.localeCompare(a.date));
  const machine = newest?.machine ?? before.get("Last results")?.split("; ").at(-1);
  const isKnown = [...states.values()].some((state) => /\d{4}-\d\d-\d\d/.test(state));
  const hunt = flakes === undefined ? (before.get("Last hunt") ?? UNKNOWN) : huntOf(flakes);
  const promised = promises.map(({ name, text, rows: ids }) =>
    [
      `## ${name}`,
      text,
      ids
        .map((id) => `- [${id}](#${id.toLowerCase()}) ${plain(rows.find((row) => row.id === id)?.text ?? "")}`)
        .join("\n"),
    ].join("\n\n"),
  );
  const listed = groups.map((group) =>
    [
      `## Rows: ${group.name.toLowerCase()}`,
      ...group.rows.map((row) => section(row, ownOf(row.id), states.get(row.id) ?? UNKNOWN)),
    ].join("\n\n"),
  );
  return `${[
    HEAD,
    `Last results: ${isKnown ? `${summary([...states.values()])}; ${machine}` : UNKNOWN}.`,
    `Last hunt: ${hunt}.`,
    ...promised,
    ...listed,
  ].join("\n\n")}\n`;
}

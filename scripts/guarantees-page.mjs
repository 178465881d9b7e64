// The page that says what is promised, what proves it, and what that gave when it last ran.

/**
 * @typedef {import("./guarantee-titles.mjs").Row} Row
 * @typedef {import("./guarantee-titles.mjs").TitledProof} TitledProof
 * @typedef {Record<import("./guarantee-results.mjs").Kind, import("./guarantee-results.mjs").Results>} AllResults
 */

const HEAD = `# Guarantees

What ptywright promises, what holds it to each promise, and what came of it last. \`npm run guarantees\` writes this page from
\`guarantees/catalogue.json\` and the last results of \`npm test\`, \`npm run test:heavy\`, \`npm run test:programs\`, \`npm run soak\` and
\`npm run bench\`; a test names the row it proves in its title. A row of which every proof was skipped where they last ran is "skipped here",
one of which some were is "held, in part".

To see one for yourself, after \`npm test\` has built them: \`node scripts/run-tests.mjs B9\` runs the tests of a row,
\`npm run soak -- --only B9\` its soak, \`-- --seconds 30\` a short form of it.`;

/** @param {string} text */
const inCell = (text) =>
  text
    .replaceAll("|", "\\|")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([<>*_[\]])/g, "\\$1");
/** As GitHub makes them. @param {string} heading */
const anchor = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
/** @param {number} ms */
const duration = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** What of a row's outcomes lies in one file. @param {string} id @param {TitledProof} proof @param {AllResults} results */
function outcomesOf(id, { kind, file }, results) {
  const found = results[kind][file];
  return { ...found, outcomes: (found?.outcomes ?? []).filter(({ ids }) => ids.includes(id)) };
}

/** @param {string} id @param {TitledProof} proof @param {AllResults} results */
function lastResult(id, proof, results) {
  const { date, machine, outcomes } = outcomesOf(id, proof, results);
  if (outcomes.length === 0) return "not run yet";
  const failed = outcomes.filter(({ passed }) => !passed);
  const skipped = outcomes.filter(({ skipped: why }) => why !== undefined);
  const passed = outcomes.length - failed.length - skipped.length;
  const parts = [];
  if (failed.length > 0) parts.push(`**${failed.length} broke**: ${failed[0].title}`);
  if (passed > 0) parts.push(`${passed} held`);
  if (skipped.length > 0) parts.push(`${skipped.length} skipped (${skipped[0].skipped})`);
  const figures = outcomes.map(({ figures: text }) => text).filter((text) => text !== undefined);
  const took = duration(outcomes.reduce((sum, { ms }) => sum + ms, 0));
  return [parts.join(", "), took, ...figures, date, machine].join("; ");
}

/** @param {Row} row @param {TitledProof[]} proofs @param {AllResults} results */
function verdict({ id, open, reason }, proofs, results) {
  if (reason !== undefined) return "not proven";
  const own = proofs.filter(({ ids }) => ids.includes(id));
  const outcomes = own.flatMap((proof) => outcomesOf(id, proof, results).outcomes);
  if (outcomes.some(({ passed }) => !passed)) return "**broken**";
  if (own.length === 0) return "not yet";
  if (open !== undefined) return "in part";
  const isKnown = own.every((proof) => outcomesOf(id, proof, results).outcomes.length > 0);
  if (!isKnown) return "no result yet";
  const skipped = outcomes.filter(({ skipped: why }) => why !== undefined);
  if (skipped.length === outcomes.length) return "skipped here";
  const [isPart, isShort] = [skipped.length > 0, outcomes.some((outcome) => outcome.isShort)];
  return ["held", ...(isPart ? ["in part"] : []), ...(isShort ? ["in a short run"] : [])].join(", ");
}

/** @param {Row} row @param {TitledProof[]} proofs @param {AllResults} results */
function section(row, proofs, results) {
  const { id, text, aim, open, reason } = row;
  /** One line a file, with the titles that are in it. @type {Map<string, { proof: TitledProof, titles: string[] }>} */
  const byFile = new Map();
  for (const proof of proofs.filter(({ ids }) => ids.includes(id))) {
    const entry = byFile.get(proof.file) ?? { proof, titles: [] };
    entry.titles.push(proof.title);
    byFile.set(proof.file, entry);
  }
  const lines = [...byFile.values()].map(
    ({ proof, titles }) =>
      `| ${proof.kind} | \`${proof.file}\`<br>${titles.map(inCell).join("<br>")} | ${inCell(lastResult(id, proof, results)).replaceAll("\\*\\*", "**")} |`,
  );
  return [
    `### ${id}`,
    text,
    `Aim: ${aim}`,
    ...(lines.length > 0 ? [["| by | proof | last result |", "| --- | --- | --- |", ...lines].join("\n")] : []),
    ...(open === undefined ? [] : [`Still open: ${open}`]),
    ...(reason === undefined ? [] : [`Not proven: ${reason}`]),
  ].join("\n\n");
}

/** What came of running the tests again and again on a busy machine. @param {import("./guarantee-results.mjs").Flakes | undefined} flakes */
function flakesText(flakes) {
  const how = "`npm run hunt` runs the tests of `npm test` again and again beside one process that keeps a core busy";
  if (flakes === undefined) return `${how}; no hunt is on record yet.`;
  const { runs, failures, date, machine } = flakes;
  const counted = Object.entries(failures);
  const total = counted.reduce((sum, [, times]) => sum + times, 0);
  const listed = counted.map(([title, times]) => `- ${times} of ${runs}: ${inCell(title)}`);
  return [
    `${how}: **${total}** failures in ${runs} runs (${date}; ${machine}).`,
    ...(total > 0 ? [listed.join("\n")] : []),
  ].join("\n\n");
}

/**
 * @param {import("./guarantee-titles.mjs").Catalogue} catalogue @param {TitledProof[]} proofs @param {AllResults} results
 * @param {import("./guarantee-results.mjs").Flakes | undefined} [flakes]
 */
export function guaranteesPage({ promises, groups }, proofs, results, flakes) {
  const rows = new Map(groups.flatMap((group) => group.rows.map((row) => [row.id, row])));
  const promised = promises.map(({ name, text, rows: ids }) => {
    const lines = ids.map((id) => {
      const row = /** @type {Row} */ (rows.get(id));
      return `| [${id}](#${anchor(id)}) | ${inCell(row.text)} | ${verdict(row, proofs, results)} |`;
    });
    return [`## ${name}`, text, ["| row | what | state |", "| --- | --- | --- |", ...lines].join("\n")].join("\n\n");
  });
  const listed = groups.map((group) =>
    [`## Rows: ${group.name.toLowerCase()}`, ...group.rows.map((row) => section(row, proofs, results))].join("\n\n"),
  );
  return [HEAD, flakesText(flakes), ...promised, ...listed].join("\n\n");
}

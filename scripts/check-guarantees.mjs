// Holds guarantees/catalogue.json, the titles of tests, soaks and benchmarks, and docs/guarantees.md together: every row has a proof of each kind
// it names, or says why not; no title carries an id that is no row; the page has the rows and titles that
// there are. Results are not looked at.
// `node scripts/check-guarantees.mjs [root]`
import { dirname } from "node:path";
import { checkGuarantees } from "./guarantee-problems.mjs";

const { problems, summary } = checkGuarantees(process.argv[2] ?? dirname(import.meta.dirname));
if (problems.length > 0) {
  console.error(`${[...new Set(problems)].join("\n")}\n\n${problems.length} problem(s) with the guarantees.`);
  process.exit(1);
}
console.log(summary);

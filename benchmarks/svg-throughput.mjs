// How much in a second: a group of bars for each work, ours first, each group on a scale of its own because the works have
// nothing in common. The bar is the median, the thin line goes on to the best.
import { LEFT, NOTHING, OURS, RIGHT, TOP, at, document, fit, number, text } from "./svg-document.mjs";

const NAMES = 150;
const BAR = LEFT + NAMES;
/** Room behind the longest bar for its number and its ratio. */
const NUMBERS = 190;
const STEP = 22;

/** @param {import("./run.mjs").Row} row */
const contenders = (row) =>
  Object.entries(row.results)
    .filter(([, { median, best }]) => Number.isFinite(median) && Number.isFinite(best))
    .sort(([a], [b]) => Number(b === OURS) - Number(a === OURS));

/** @param {number} times */
const ratio = (times) => (times < 1 ? times.toPrecision(2) : number(times));

/** @param {import("./run.mjs").Row} row @param {number} top */
function group(row, top) {
  const entries = contenders(row);
  const most = Math.max(...entries.flatMap(([, { median, best }]) => [median, best]), Number.MIN_VALUE);
  /** @param {number} value */
  const length = (value) => (Math.max(0, value) / most) * (RIGHT - NUMBERS - BAR);
  const ours = row.results[OURS]?.median;
  let body = text(LEFT, top + 16, "g", fit(`${row.work}, ${row.unit}`, RIGHT - LEFT));
  for (const [index, [name, { median, best }]] of entries.entries()) {
    const y = top + 26 + index * STEP;
    const [end, tip] = [BAR + length(median), BAR + length(best)];
    body += text(BAR - 8, y + 13, "e", fit(name, NAMES - 8));
    body += `<rect class="b${name === OURS ? " b0" : ""}" x="${BAR}" y="${y}" width="${at(Math.max(1, end - BAR))}" height="17" rx="2"/>\n`;
    if (tip - end > 1) body += `<path class="w" d="M${at(end)} ${y + 8.5}H${at(tip)}"/>\n`;
    const times = name === OURS || !(ours > 0) || !(median > 0) ? "" : `  (ptywright ${ratio(ours / median)} ×)`;
    body += text(Math.max(end, tip) + 8, y + 13, name === OURS ? "g" : "", `${number(median)}${times}`);
  }
  return { body, height: 26 + entries.length * STEP + 12 };
}

/** @param {import("./svg-document.mjs").Origin & { rows: import("./run.mjs").Row[] }} results */
export function throughput({ rows, ...origin }) {
  const shown = rows.filter((row) => row.unit.endsWith("/s") && contenders(row).length > 0);
  let [height, body] = [0, ""];
  for (const row of shown) {
    const next = group(row, TOP + height);
    body += next.body;
    height += next.height;
  }
  const facts = shown.map(
    (row) =>
      `${row.work}: ${contenders(row)
        .map(([name, { median }]) => `${name} ${number(median)}`)
        .join(", ")} ${row.unit}.`,
  );
  return document({
    title: "Throughput",
    description: ["Medians, more is better.", ...facts].join(" "),
    hint: "More is better. Bars are medians, thin lines reach to the best round. Each group has its own scale.",
    origin,
    ...(shown.length > 0 ? { height, body } : NOTHING),
  });
}

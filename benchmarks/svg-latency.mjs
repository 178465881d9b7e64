// How long, and how often that long: a curve for each contender of the part that was done within a time. The vertical axis is
// stretched towards both ends (log-odds), or the slowest hundredth, which is what users feel, would be a hair at the top.
import { LEFT, NOTHING, OURS, RIGHT, TOP, colour, document, dot, fit, line, number, text } from "./svg-document.mjs";
import { isDrawable, logScale, ticks } from "./svg-scale.mjs";

/** @typedef {{ name: string, unit: string, contenders: Record<string, number[]> }} Distribution */

const PARTS = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999];
const CURVE_POINTS = 80;
const LEGEND = 250;
const [PLOT_LEFT, PLOT_RIGHT] = [LEFT + 50, RIGHT - LEGEND - 16];
const PLOT_HEIGHT = 240;
const LEGEND_STEP = 42;

/** @param {number} part */
const logOdds = (part) => Math.log(part / (1 - part));
const [LOWEST, HIGHEST] = [logOdds(PARTS[0]), logOdds(PARTS[PARTS.length - 1])];

/** @param {number[]} sorted @param {number} part */
const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** @param {number[]} sorted */
const marks = (sorted) => `p50 ${number(quantile(sorted, 0.5))}, p99 ${number(quantile(sorted, 0.99))}`;

/** @param {Distribution} distribution @returns {[string, number[]][]} */
const drawable = ({ contenders }) =>
  Object.entries(contenders)
    .map(([name, times]) => /** @type {[string, number[]]} */ ([name, times.filter(isDrawable).sort((a, b) => a - b)]))
    .filter(([, times]) => times.length > 0)
    .sort(([a], [b]) => Number(b === OURS) - Number(a === OURS));

/** @param {Distribution} distribution @param {number} top */
function panel(distribution, top) {
  const curves = drawable(distribution);
  const [ceiling, floor] = [top + 30, top + 30 + PLOT_HEIGHT];
  const x = logScale(
    curves.flatMap(([, times]) => [quantile(times, PARTS[0]), quantile(times, 0.999)]),
    PLOT_LEFT,
    PLOT_RIGHT,
  );
  /** @param {number} part */
  const y = (part) => floor - ((logOdds(part) - LOWEST) / (HIGHEST - LOWEST)) * (floor - ceiling);

  let body = text(LEFT, top + 16, "g", fit(distribution.name, RIGHT - LEFT));
  for (const part of PARTS) {
    body += line("a", [
      [PLOT_LEFT, y(part)],
      [PLOT_RIGHT, y(part)],
    ]);
    body += text(PLOT_LEFT - 8, y(part) + 4, "s e", `${number(part * 100)} %`);
  }
  for (const value of ticks(x, 8)) {
    body += line("a", [
      [x.place(value), ceiling],
      [x.place(value), floor],
    ]);
    body += text(x.place(value), floor + 16, "s c", number(value));
  }
  body += text((PLOT_LEFT + PLOT_RIGHT) / 2, floor + 34, "s c", `done within, ${distribution.unit}`);

  const legend = PLOT_RIGHT + 24;
  // Ours is drawn last, over the others.
  for (const [index, [name, times]] of [...curves.entries()].reverse()) {
    body += line(
      `l l${colour(index)}`,
      curve(times).map(([value, part]) => [x.place(value), y(part)]),
    );
    for (const part of [0.5, 0.99]) body += dot(index, x.place(quantile(times, part)), y(part));
    const row = ceiling + 10 + index * LEGEND_STEP;
    body += line(`l l${colour(index)}`, [
      [legend, row - 4],
      [legend + 26, row - 4],
    ]);
    body += text(legend + 34, row, name === OURS ? "g" : "", fit(name, RIGHT - legend - 34));
    body += text(legend + 34, row + 17, "m", `${marks(times)} ${distribution.unit}`);
  }
  return { body, height: Math.max(30 + PLOT_HEIGHT + 52, 30 + curves.length * LEGEND_STEP) };
}

/** Few points on the way, evenly on the stretched axis; few samples say nothing about rare delays and end earlier. @param {number[]} times */
function curve(times) {
  const last = Math.min(HIGHEST, logOdds(1 - 0.5 / times.length));
  const first = Math.max(LOWEST, Math.min(logOdds(0.5 / times.length), last));
  /** @type {[number, number][]} */
  const points = [];
  for (let i = 0; i <= CURVE_POINTS; i++) {
    const part = 1 / (1 + Math.exp(-(first + ((last - first) * i) / CURVE_POINTS)));
    points.push([quantile(times, part), part]);
  }
  return points;
}

/** @param {import("./svg-document.mjs").Origin & { distributions?: Distribution[] }} results */
export function latency({ distributions = [], ...origin }) {
  const shown = distributions.filter((distribution) => drawable(distribution).length > 0);
  let [height, body] = [0, ""];
  for (const distribution of shown) {
    const next = panel(distribution, TOP + height);
    body += next.body;
    height += next.height;
  }
  const facts = shown.map(
    (distribution) =>
      `${distribution.name}: ${drawable(distribution)
        .map(([name, times]) => `${name} ${marks(times)}`)
        .join("; ")} ${distribution.unit}.`,
  );
  return document({
    title: "Latency",
    description: ["Cumulative distributions, further left is better.", ...facts].join(" "),
    hint: "Further left is better. The part of all samples that was done within a time; circles are p50 and p99.",
    origin,
    ...(shown.length > 0 ? { height, body } : NOTHING),
  });
}

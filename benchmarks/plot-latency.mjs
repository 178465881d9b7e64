// How long, and how often that long: a curve for each contender of the part that was done within a time. The vertical axis is
// stretched towards both ends (log-odds), or the slowest hundredth, which is what users feel, would be a hair at the top.
import {
  MARGIN,
  OURS,
  WIDTH,
  axis,
  decades,
  isDrawable,
  label,
  legend,
  line,
  number,
  picture,
  plot,
  stacked,
} from "./plot-frame.mjs";

/** @typedef {{ name: string, unit: string, contenders: Record<string, number[]> }} Distribution */

const PARTS = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999];
const MARKED = [0.5, 0.99];
const CURVE_POINTS = 80;
const LEGEND = 250;
const PLOT_LEFT = MARGIN + 50;
const PLOT_WIDTH = WIDTH - MARGIN - LEGEND - 16 - PLOT_LEFT;
const PLOT_HEIGHT = 240;
const [HEADING, BELOW] = [30, 52];
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

/** Few points on the way, evenly on the stretched axis; few samples say nothing about rare delays and end earlier. @param {number[]} times */
function curve(times) {
  const last = Math.min(HIGHEST, logOdds(1 - 0.5 / times.length));
  const first = Math.max(LOWEST, Math.min(logOdds(0.5 / times.length), last));
  return Array.from({ length: CURVE_POINTS + 1 }, (_, i) => {
    const stretched = first + ((last - first) * i) / CURVE_POINTS;
    return [quantile(times, 1 / (1 + Math.exp(-stretched))), stretched];
  });
}

/** @param {Distribution} distribution @param {number} index @param {number} top */
function panel(distribution, index, top) {
  const curves = drawable(distribution);
  const extent = decades(curves.flatMap(([, times]) => [quantile(times, PARTS[0]), quantile(times, 0.999)]));
  const entries = new Map(
    curves.map(([name, times]) => [
      `${index} ${name}`,
      /** @type {[string, string]} */ ([name, `${marks(times)} ${distribution.unit}`]),
    ]),
  );
  const place = { xAxisIndex: index, yAxisIndex: index };
  const ticks = PARTS.map(logOdds);
  return {
    title: label(MARGIN, top, distribution.name, { fontWeight: 600 }),
    grid: plot({ left: PLOT_LEFT, width: PLOT_WIDTH, top: top + HEADING, height: PLOT_HEIGHT }),
    xAxis: axis(
      { gridIndex: index, type: "log", ...extent, name: `done within, ${distribution.unit}` },
      { formatter: number },
    ),
    yAxis: axis(
      { gridIndex: index, min: LOWEST, max: HIGHEST, axisTick: { show: false, customValues: ticks } },
      { customValues: ticks, formatter: (/** @type {number} */ value) => `${number(100 / (1 + Math.exp(-value)))} %` },
    ),
    legend: legend({ left: PLOT_LEFT + PLOT_WIDTH + 24, top: top + HEADING }, entries, LEGEND - 42),
    // Ours is drawn last, over the others.
    series: curves
      .flatMap(([name, times], at) => [
        line(at, {
          ...place,
          data: MARKED.map((part) => [quantile(times, part), logOdds(part)]),
          lineStyle: { opacity: 0 },
        }),
        line(at, { ...place, name: `${index} ${name}`, data: curve(times), symbol: "none" }),
      ])
      .reverse(),
    height: Math.max(HEADING + PLOT_HEIGHT + BELOW, HEADING + curves.length * LEGEND_STEP),
  };
}

/** @param {import("./plot-frame.mjs").Origin & { distributions?: Distribution[] }} results */
export function latency({ distributions = [], ...origin }) {
  const shown = distributions.filter((distribution) => drawable(distribution).length > 0);
  const facts = shown.map(
    (distribution) =>
      `${distribution.name}: ${drawable(distribution)
        .map(([name, times]) => `${name} ${marks(times)}`)
        .join("; ")} ${distribution.unit}.`,
  );
  return picture({
    title: "Latency",
    description: ["Cumulative distributions, further left is better.", ...facts].join(" "),
    hint: "Further left is better. The part of all samples that was done within a time; circles are p50 and p99.",
    origin,
    ...stacked(shown, panel),
  });
}

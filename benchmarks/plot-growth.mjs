// What more of it costs: a panel for each kind of growth, both axes logarithmic, so that cost in proportion goes along the dotted line,
// and anything flatter is better than that.
import {
  MARGIN,
  MUTED,
  WIDTH,
  axis,
  decades,
  isDrawable,
  legend,
  line,
  number,
  picture,
  plot,
  TOP,
} from "./plot-frame.mjs";

/** @typedef {import("./run.mjs").Series} Series */
/** @typedef {{ name: string, unit: string, xLabel: string, points: [number, number][] }} Line */

const GAP = 28;
const PANEL = (WIDTH - 2 * MARGIN - GAP) / 2;
const SCALE = 52;
const PLOT_HEIGHT = 170;
const LEGEND_STEP = 42;
const [ABOVE, BELOW] = [12, 56];

/** A label of an axis; large powers of two are said as such. @param {number} value @param {string} unit */
function tickLabel(value, unit) {
  const power = Math.log2(value);
  if (!Number.isInteger(power) || power < 10) return number(value);
  const step = Math.min(3, Math.floor(power / 10));
  return `${2 ** (power - 10 * step)} ${["", "Ki", "Mi", "Gi"][step]}${/\bbytes\b/.test(unit) ? "B" : ""}`;
}

/** @param {Series[]} series @returns {Line[][]} lines that share both axes, together */
function groups(series) {
  /** @type {Map<string, Line[]>} */
  const found = new Map();
  for (const { name, unit, xLabel, x, y } of series) {
    const points = x
      .map((value, index) => /** @type {[number, number]} */ ([value, y[index]]))
      .filter((point) => point.every(isDrawable))
      .sort(([a], [b]) => a - b);
    const key = JSON.stringify([unit, xLabel]);
    if (points.length > 0) found.set(key, [...(found.get(key) ?? []), { name, unit, xLabel, points }]);
  }
  return [...found.values()];
}

/** @param {Line} line */
function story({ points, unit }) {
  const [first, last] = [points[0][1], points[points.length - 1][1]];
  return points.length === 1 ? `${number(first)} ${unit}` : `${number(first)} → ${number(last)} ${unit}`;
}

/** @param {Line[]} lines @param {number} index @param {number} left @param {number} top @param {number} legends room in lines */
function panel(lines, index, left, top, legends) {
  const { unit, xLabel } = lines[0];
  const points = lines.flatMap((entry) => entry.points);
  const steps = [...new Set(points.map(([value]) => value))].sort((a, b) => a - b);
  // One value alone lies in the middle of its decades.
  const x =
    steps.length > 1 ? { min: steps[0], max: steps[steps.length - 1] } : { min: steps[0] / 10, max: steps[0] * 10 };
  const y = decades(points.map(([, value]) => value));
  const entries = new Map(
    lines.map((entry, at) => [`${index}.${at}`, /** @type {[string, string]} */ ([entry.name, story(entry)])]),
  );
  const place = { xAxisIndex: index, yAxisIndex: index };
  // As far as it stays in the panel: where the first line would go if cost grew as the work does; a rate falls then.
  const [[a, b]] = lines[0].points;
  const isRate = unit.endsWith("/s");
  const factor = Math.min(x.max / a, isRate ? b / y.min : y.max / b);
  const proportion = {
    ...line(0, place),
    symbol: "none",
    lineStyle: { color: MUTED, type: [1, 4], cap: "round", width: 1.5 },
    data: [
      [a, b],
      [a * factor, isRate ? b / factor : b * factor],
    ],
  };
  return {
    grid: plot({
      left: left + SCALE,
      width: PANEL - SCALE,
      top: top + ABOVE + legends * LEGEND_STEP,
      height: PLOT_HEIGHT,
    }),
    xAxis: axis(
      { gridIndex: index, type: "log", ...x, name: xLabel, axisTick: { show: false, customValues: steps } },
      {
        customValues: steps,
        hideOverlap: true,
        formatter: (/** @type {number} */ value) => tickLabel(Math.round(value), xLabel),
      },
    ),
    yAxis: axis(
      { gridIndex: index, type: "log", ...y },
      { formatter: (/** @type {number} */ value) => tickLabel(value, unit) },
    ),
    legend: legend({ left, top }, entries, PANEL - 34),
    series: [proportion, ...lines.map(({ points: data }, at) => line(at, { ...place, name: `${index}.${at}`, data }))],
  };
}

/** @param {import("./plot-frame.mjs").Origin & { series?: Series[] }} results */
export function growth({ series = [], ...origin }) {
  const shown = groups(series);
  let height = 0;
  const panels = [];
  for (let index = 0; index < shown.length; index += 2) {
    const pair = shown.slice(index, index + 2);
    const legends = Math.max(...pair.map((lines) => lines.length));
    for (const [side, lines] of pair.entries())
      panels.push(panel(lines, index + side, MARGIN + side * (PANEL + GAP), TOP + height, legends));
    height += ABOVE + legends * LEGEND_STEP + PLOT_HEIGHT + BELOW;
  }
  const facts = shown.flat().map((entry) => {
    const [from, to] = [entry.points[0][0], entry.points[entry.points.length - 1][0]];
    return `${entry.name}: ${story(entry)} from ${tickLabel(from, entry.xLabel)} to ${tickLabel(to, entry.xLabel)} (${entry.xLabel}).`;
  });
  return picture({
    title: "Cost as the work grows",
    description: ["Both axes are logarithmic, flatter is better.", ...facts].join(" "),
    hint: "Flatter is better. Both axes are logarithmic; along the dotted lines, cost grows in proportion to the work.",
    origin,
    height,
    panels,
  });
}

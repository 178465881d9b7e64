// What more of it costs: a panel for each kind of growth, both axes logarithmic, so that cost in proportion goes along the
// dotted line, and anything flatter is better than that.
import { LEFT, NOTHING, RIGHT, TOP, colour, document, dot, fit, line, number, text } from "./svg-document.mjs";
import { isDrawable, logScale, tickLabel, ticks } from "./svg-scale.mjs";

/** @typedef {{ name: string, unit: string, xLabel: string, x: number[], y: number[] }} Series */
/** @typedef {{ name: string, unit: string, xLabel: string, points: [number, number][] }} Line */

const GAP = 28;
const PANEL = (RIGHT - LEFT - GAP) / 2;
const AXIS = 52;
const PLOT_HEIGHT = 170;
const LEGEND_STEP = 38;

/** @param {Series[]} series @returns {Line[][]} lines that share both axes, together */
function panels(series) {
  /** @type {Map<string, Line[]>} */
  const groups = new Map();
  for (const { name, unit, xLabel, x, y } of series) {
    /** @type {[number, number][]} */
    const points = [];
    for (const [index, value] of x.entries())
      if (isDrawable(value) && isDrawable(y[index])) points.push([value, y[index]]);
    points.sort(([a], [b]) => a - b);
    const key = JSON.stringify([unit, xLabel]);
    if (points.length > 0) groups.set(key, [...(groups.get(key) ?? []), { name, unit, xLabel, points }]);
  }
  return [...groups.values()];
}

/** @param {Line} line */
function story({ points, unit }) {
  const [first, last] = [points[0][1], points[points.length - 1][1]];
  return points.length === 1 ? `${number(first)} ${unit}` : `${number(first)} → ${number(last)} ${unit}`;
}

/** @param {Line[]} lines @param {number} left @param {number} top @param {number} legends room in lines */
function panel(lines, left, top, legends) {
  const right = left + PANEL;
  const ceiling = top + 12 + legends * LEGEND_STEP;
  const floor = ceiling + PLOT_HEIGHT;
  const { unit, xLabel } = lines[0];
  const points = lines.flatMap((entry) => entry.points);
  const x = logScale(
    points.map(([value]) => value),
    left + AXIS,
    right,
  );
  const y = logScale(
    points.map(([, value]) => value),
    floor,
    ceiling,
  );

  let body = "";
  for (const value of ticks(y, 6)) {
    body += line("a", [
      [left + AXIS, y.place(value)],
      [right, y.place(value)],
    ]);
    body += text(left + AXIS - 8, y.place(value) + 4, "s e", tickLabel(value, unit));
  }
  let free = -Infinity;
  for (const value of [...new Set(points.map(([value]) => value))].sort((a, b) => a - b)) {
    const place = x.place(value);
    const label = tickLabel(value, xLabel);
    const half = label.length * 3.6;
    if (place - half < free) continue;
    free = place + half + 6;
    body += line("a", [
      [place, ceiling],
      [place, floor],
    ]);
    body += text(place, floor + 16, "s c", label);
  }
  body += text((left + AXIS + right) / 2, floor + 34, "s c", fit(xLabel, PANEL - AXIS, 11));
  body += proportion(lines[0], x, y);
  for (const [index, entry] of lines.entries()) {
    const row = top + 16 + index * LEGEND_STEP;
    body += line(`l l${colour(index)}`, [
      [left, row - 4],
      [left + 26, row - 4],
    ]);
    body += text(left + 34, row, "g", fit(entry.name, PANEL - 34)) + text(left + 34, row + 17, "m", story(entry));
    if (entry.points.length > 1)
      body += line(
        `l l${colour(index)}`,
        entry.points.map(([a, b]) => [x.place(a), y.place(b)]),
      );
    for (const [a, b] of entry.points) body += dot(index, x.place(a), y.place(b));
  }
  return body;
}

/** Where the first line would go if cost grew as the work does, as far as it stays in the panel: a rate falls then. @param {Line} line @param {import("./svg-scale.mjs").Scale} x @param {import("./svg-scale.mjs").Scale} y */
function proportion({ points: [[a, b]], unit }, x, y) {
  const isRate = unit.endsWith("/s");
  const factor = Math.min(x.to / a, isRate ? b / y.from : y.to / b);
  return line("k", [
    [x.place(a), y.place(b)],
    [x.place(a * factor), y.place(isRate ? b / factor : b * factor)],
  ]);
}

/** @param {import("./svg-document.mjs").Origin & { series?: Series[] }} results */
export function growth({ series = [], ...origin }) {
  const shown = panels(series);
  let [height, body] = [0, ""];
  for (let index = 0; index < shown.length; index += 2) {
    const pair = shown.slice(index, index + 2);
    const legends = Math.max(...pair.map((lines) => lines.length));
    for (const [side, lines] of pair.entries())
      body += panel(lines, LEFT + side * (PANEL + GAP), TOP + height, legends);
    height += 12 + legends * LEGEND_STEP + PLOT_HEIGHT + 56;
  }
  const facts = shown.flat().map((entry) => {
    const [from, to] = [entry.points[0][0], entry.points[entry.points.length - 1][0]];
    return `${entry.name}: ${story(entry)} from ${tickLabel(from, entry.xLabel)} to ${tickLabel(to, entry.xLabel)} (${entry.xLabel}).`;
  });
  return document({
    title: "Cost as the work grows",
    description: ["Both axes are logarithmic, flatter is better.", ...facts].join(" "),
    hint: "Flatter is better. Both axes are logarithmic; along the dotted lines, cost grows in proportion to the work.",
    origin,
    ...(shown.length > 0 ? { height, body } : NOTHING),
  });
}

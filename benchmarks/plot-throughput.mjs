// How much in a second: a group of bars for each work, ours first, each group on a scale of its own because the works have nothing in
// common. The bar is the median, the tick beyond it the best.
import {
  LINES,
  MARGIN,
  MUTED,
  OTHER_BAR,
  OURS,
  TEXT,
  axis,
  cut,
  label,
  number,
  picture,
  plot,
  stacked,
} from "./plot-frame.mjs";

const NAMES = 150;
/** Room behind the longest bar for its number and its ratio. */
const NUMBERS = 190;
const STEP = 22;
const HEADING = 24;
const GAP = 14;

/** @param {import("./run.mjs").Row} row */
const contenders = (row) =>
  Object.entries(row.results)
    .filter(([, { median, best }]) => Number.isFinite(median) && Number.isFinite(best))
    .sort(([a], [b]) => Number(b === OURS) - Number(a === OURS));

/** @param {number} times */
const ratio = (times) => (times < 1 ? times.toPrecision(2) : number(times));

/** @param {import("./run.mjs").Row} row @param {number} index @param {number} top */
function group(row, index, top) {
  const entries = contenders(row);
  const most = Math.max(...entries.flatMap(([, { median, best }]) => [median, best]), Number.MIN_VALUE);
  const ours = row.results[OURS]?.median;
  /** @param {string} name @param {number} median */
  const text = (name, median) =>
    name === OURS || !(ours > 0) || !(median > 0)
      ? number(median)
      : `${number(median)} (${OURS} ${ratio(ours / median)} ×)`;
  const place = { xAxisIndex: index, yAxisIndex: index, silent: true };
  return {
    title: label(MARGIN, top, `${row.work}, ${row.unit}`, { fontWeight: 600 }),
    grid: plot({ left: MARGIN + NAMES, right: MARGIN + NUMBERS, top: top + HEADING, height: entries.length * STEP }),
    xAxis: { gridIndex: index, type: "value", show: false, min: 0, max: most },
    yAxis: axis(
      {
        gridIndex: index,
        type: "category",
        inverse: true,
        data: entries.map(([name]) => name),
        splitLine: { show: false },
      },
      { color: TEXT, fontSize: 13, interval: 0, ...cut(NAMES - 8) },
    ),
    series: [
      {
        ...place,
        type: "bar",
        barWidth: 17,
        data: entries.map(([name, { median }]) => ({
          value: Math.max(0, median),
          itemStyle: { color: name === OURS ? LINES[0] : OTHER_BAR, borderRadius: 2 },
        })),
      },
      {
        ...place,
        type: "scatter",
        symbol: "rect",
        symbolSize: [1.5, 10],
        itemStyle: { color: MUTED, opacity: 1 },
        label: { show: true, position: "right", distance: 8, color: TEXT, fontSize: 13 },
        data: entries.map(([name, { median, best }], at) => ({
          value: [Math.max(0, median, best), at],
          label: { formatter: text(name, median), fontWeight: name === OURS ? 600 : "normal" },
        })),
      },
    ],
    height: HEADING + entries.length * STEP + GAP,
  };
}

/** @param {import("./plot-frame.mjs").Origin & { rows: import("./run.mjs").Row[] }} results */
export function throughput({ rows, ...origin }) {
  const shown = rows.filter((row) => row.isDetail !== true && row.unit.endsWith("/s") && contenders(row).length > 0);
  const facts = shown.map(
    (row) =>
      `${row.work}: ${contenders(row)
        .map(([name, { median }]) => `${name} ${number(median)}`)
        .join(", ")} ${row.unit}.`,
  );
  return picture({
    title: "Throughput",
    description: ["Medians, more is better.", ...facts].join(" "),
    hint: "More is better. Bars are medians, ticks the best round. Each group has its own scale.",
    origin,
    ...stacked(shown, group),
  });
}

// The frame of every picture: colours for light and dark, a title and a description for screen readers, a footer that says where the
// numbers come from. A picture lies in an <img>, so there is no script and no font from elsewhere.
import * as echarts from "echarts";

/** Where the numbers come from. @typedef {{ date: string, machine: string, isQuick: boolean }} Origin */
/** A part of a picture, in echarts' words. @typedef {{ grid: object, xAxis: object, yAxis: object, legend?: object, title?: object, series: object[] }} Panel */

/** The contender that the others are compared with. */
export const OURS = "ptywright";

export const WIDTH = 760;
export const MARGIN = 16;
export const TOP = 62;
const FOOTER = 34;
const EMPTY_HEIGHT = 40;

/** On white; what it becomes on black. */
const DARK = {
  "#1f2328": "#f0f6fc",
  "#59636e": "#9198a1",
  "#d1d9e0": "#3d444d",
  "#afb8c1": "#656c76",
  "#0969da": "#4493f8",
  "#bc4c00": "#f0883e",
  "#1a7f37": "#3fb950",
  "#8250df": "#ab7df8",
  "#bf3989": "#db61a2",
  "#7d4e00": "#d29922",
  "#ffffff": "#0d1117",
};
export const TEXT = "#1f2328";
export const MUTED = "#59636e";
const AXIS = "#d1d9e0";
export const OTHER_BAR = "#afb8c1";
const PAPER = "#ffffff";
export const LINES = ["#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#7d4e00"];
/** Colours alone do not tell lines apart for everybody. */
const DASHES = ["solid", [8, 4], [2, 3], [8, 3, 2, 3], [4, 4], [12, 3]];

/** echarts writes colours as attributes, which any rule of a style overrules. */
const STYLE = `<style>@media(prefers-color-scheme:dark){${Object.entries(DARK)
  .map(([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`)
  .join("")}}</style>`;

/** Cut before it reaches its neighbour. @param {number} width in pixels */
export const cut = (width) => ({ width, overflow: "truncate", ellipsis: "…" });

/** A text somewhere. @param {number} left @param {number} top @param {string} text @param {object} [style] */
export const label = (left, top, text, style = {}) => ({
  text,
  left,
  top,
  padding: 0,
  textStyle: { fontSize: 13, fontWeight: "normal", color: TEXT, ...cut(WIDTH - left - MARGIN), ...style },
});

/** A line with its points; one more than there are colours begins anew. @param {number} index @param {object} rest */
export const line = (index, rest) => ({
  type: "line",
  silent: true,
  clip: false,
  symbol: "circle",
  symbolSize: 7,
  lineStyle: { color: LINES[index % LINES.length], type: DASHES[index % DASHES.length], width: index === 0 ? 3 : 2 },
  itemStyle: { color: PAPER, borderColor: LINES[index % LINES.length], borderWidth: 2 },
  ...rest,
});

/** Names that begin in bold, with what was measured below them. @param {object} place @param {Map<string, [name: string, facts: string]>} entries by series @param {number} width */
export const legend = (place, entries, width) => ({
  ...place,
  orient: "vertical",
  selectedMode: false,
  padding: 0,
  itemGap: 8,
  itemWidth: 26,
  // Of the line alone, without a point in the middle.
  itemStyle: { opacity: 0 },
  data: [...entries.keys()],
  formatter: (/** @type {string} */ series) => {
    const [name, facts] = entries.get(series) ?? [series, ""];
    return `{name|${name}}\n{facts|${facts}}`;
  },
  textStyle: {
    ...cut(width),
    rich: {
      name: { fontSize: 13, fontWeight: 600, color: TEXT, lineHeight: 17 },
      facts: { fontSize: 13, color: MUTED, lineHeight: 17 },
    },
  },
});

/** A number as one would say it: three digits that matter, thousands apart. @param {number} value */
export function number(value) {
  if (value === 0) return "0";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en-US", {
    maximumFractionDigits: Math.min(digits, 6),
    maximumSignificantDigits: Math.abs(value) < 1000 ? 3 : 21,
    roundingPriority: "lessPrecision",
  });
}

/** Only what is above zero has a place on a logarithmic axis. @param {number} value */
export const isDrawable = (value) => Number.isFinite(value) && value > 0;

/** Whole decades around these, at least one, so that noise does not look like growth. @param {number[]} values above zero */
export function decades(values) {
  const logs = values.map((value) => Math.log10(value));
  const low = Math.floor(logs.reduce((a, b) => Math.min(a, b)));
  const high = Math.ceil(logs.reduce((a, b) => Math.max(a, b)));
  return { min: Number(`1e${low}`), max: Number(`1e${Math.max(high, low + 1)}`) };
}

/** @param {object} rest @param {object} [labels] */
export const axis = (rest, labels = {}) => ({
  axisLine: { show: false },
  axisTick: { show: false },
  splitLine: { lineStyle: { color: AXIS } },
  axisLabel: { color: MUTED, fontSize: 11, ...labels },
  nameLocation: "middle",
  nameGap: 26,
  nameTextStyle: { color: MUTED, fontSize: 11 },
  ...rest,
});

/** @param {object} rest of a plot whose place is exact */
export const plot = (rest) => ({ outerBoundsMode: "none", ...rest });

/** Panels below each other. @template T @param {T[]} shown @param {(one: T, index: number, top: number) => Panel & { height: number }} draw */
export function stacked(shown, draw) {
  let height = 0;
  const panels = shown.map((one, index) => {
    const panel = draw(one, index, TOP + height);
    height += panel.height;
    return panel;
  });
  return { panels, height };
}

/** @param {string} text */
const escape = (text) =>
  text
    // XML has no way to spell these.
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** @param {{ title: string, description: string, hint: string, origin: Origin, height: number, panels: Panel[] }} picture `height` is that of the panels */
export function picture({ title, description, hint, origin, height, panels }) {
  const full = TOP + Math.ceil(panels.length === 0 ? EMPTY_HEIGHT : height) + FOOTER;
  const source = `${origin.machine}; ${origin.date.slice(0, 10)}${origin.isQuick ? "; a quick run" : ""}`;
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: WIDTH, height: full });
  chart.setOption({
    animation: false,
    textStyle: { fontFamily: "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif" },
    grid: panels.map(({ grid }) => grid),
    xAxis: panels.map(({ xAxis }) => xAxis),
    yAxis: panels.map(({ yAxis }) => yAxis),
    legend: panels.flatMap((panel) => panel.legend ?? []),
    series: panels.flatMap(({ series }) => series),
    title: [
      label(MARGIN, 12, title, { fontSize: 17, fontWeight: 600 }),
      label(MARGIN, 36, hint, { color: MUTED }),
      ...(panels.length === 0 ? [label(MARGIN, TOP, "Not measured in this run.", { color: MUTED })] : []),
      ...panels.flatMap((panel) => panel.title ?? []),
      label(MARGIN, full - 24, source, { fontSize: 11, color: MUTED }),
    ],
  });
  const svg = chart.renderToSVGString();
  // Its timers would keep the process alive.
  chart.dispose();
  return `${svg
    // For its own scripts in a page, of which there are none here.
    .replaceAll(/ ecmeta_\w+="[^"]*"| class="[^"]*"/g, "")
    .replace(/<style[^>]*>[^]*?<\/style>\n?/, "")
    // How many charts this process has drawn before.
    .replaceAll(/\bzr\d+-/g, "")
    // The backgrounds of texts, which nobody sees.
    .replaceAll(/<path [^>]*fill-opacity="0"[^>]*><\/path>\n/g, "")
    .replace(
      /<svg ([^>]*)>/,
      `<svg $1 role="img" aria-labelledby="t d">\n<title id="t">${escape(title)}</title>\n<desc id="d">${escape(description)}</desc>\n${STYLE}`,
    )}\n`;
}

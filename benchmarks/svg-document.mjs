// The frame of every picture: one style for light and dark, a title and a description for screen readers, a footer that says
// where the numbers come from. A picture lies in an <img>, so there is no script and no font from elsewhere.

/** Where the numbers come from. @typedef {{ date: string, machine: string, isQuick: boolean }} Origin */

/** The contender that the others are compared with. */
export const OURS = "ptywright";

const WIDTH = 760;
const MARGIN = 16;
const HEADER = 58;
const FOOTER = 34;
/** A wide guess at the widest system font, relative to its size: labels may keep more distance than they need. */
const CHARACTER = 0.6;

const STYLE = `
text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;fill:#1f2328}
.h{font-size:17px;font-weight:600}.g{font-weight:600}.m,.s{fill:#59636e}.s{font-size:11px}
.e{text-anchor:end}.c{text-anchor:middle}
.a{stroke:#d1d9e0;fill:none}.k{stroke:#59636e;fill:none;stroke-dasharray:1 4;stroke-linecap:round}
.b{fill:#afb8c1}.b0{fill:#0969da}.w{stroke:#59636e}
.l{fill:none;stroke-width:2;stroke-linejoin:round}.l0{stroke-width:3}
.l0,.p0{stroke:#0969da}.l1,.p1{stroke:#bc4c00}.l2,.p2{stroke:#1a7f37}.l3,.p3{stroke:#8250df}.l4,.p4{stroke:#bf3989}.l5,.p5{stroke:#7d4e00}
.p{fill:#fff;stroke-width:2}
.l1{stroke-dasharray:8 4}.l2{stroke-dasharray:2 3}.l3{stroke-dasharray:8 3 2 3}.l4{stroke-dasharray:4 4}.l5{stroke-dasharray:12 3}
@media(prefers-color-scheme:dark){
text{fill:#f0f6fc}.m,.s{fill:#9198a1}.a{stroke:#3d444d}.k,.w{stroke:#9198a1}.b{fill:#656c76}.b0{fill:#4493f8}
.l0,.p0{stroke:#4493f8}.l1,.p1{stroke:#f0883e}.l2,.p2{stroke:#3fb950}.l3,.p3{stroke:#ab7df8}.l4,.p4{stroke:#db61a2}.l5,.p5{stroke:#d29922}
.p{fill:#0d1117}}`;

/** @param {string} text */
const escape = (text) =>
  text
    // XML has no way to spell these.
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** A coordinate, short. @param {number} value */
export const at = (value) => String(Math.round(value * 10) / 10);

/** Cuts what would run into its neighbour. @param {string} text @param {number} room in pixels @param {number} size of the font */
export function fit(text, room, size = 13) {
  const characters = [...text];
  const most = Math.max(1, Math.floor(room / (size * CHARACTER)));
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** @param {number} x @param {number} y @param {string} kind classes @param {string} content */
export const text = (x, y, kind, content) =>
  `<text x="${at(x)}" y="${at(y)}"${kind && ` class="${kind}"`}>${escape(content)}</text>\n`;

/** @param {string} kind classes @param {[number, number][]} points */
export const line = (kind, points) =>
  `<path class="${kind}" d="M${points.map(([x, y]) => `${at(x)} ${at(y)}`).join("L")}"/>\n`;

/** @param {number} series @param {number} x @param {number} y */
export const dot = (series, x, y) => `<circle class="p p${colour(series)}" cx="${at(x)}" cy="${at(y)}" r="3.5"/>\n`;

/** The style has six; a seventh line begins anew. @param {number} series */
export const colour = (series) => series % 6;

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

/** What stands in a picture for which this run has no numbers. */
export const NOTHING = { height: 40, body: text(MARGIN, HEADER + 20, "m", "Not measured in this run.") };

/**
 * @param {{ title: string, description: string, hint: string, origin: Origin, height: number, body: string }} picture
 * `body` begins at `TOP` and is `height` high.
 */
export function document({ title, description, hint, origin, height, body }) {
  const full = HEADER + Math.ceil(height) + FOOTER;
  const source = `${origin.machine}; ${origin.date.slice(0, 10)}${origin.isQuick ? "; a quick run" : ""}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${full}" width="${WIDTH}" height="${full}" role="img" aria-labelledby="t d">\n` +
    `<title id="t">${escape(title)}</title>\n<desc id="d">${escape(description)}</desc>\n<style>${STYLE}</style>\n` +
    text(MARGIN, 26, "h", title) +
    text(MARGIN, 46, "m", hint) +
    body +
    text(MARGIN, full - 12, "s", fit(source, WIDTH - 2 * MARGIN, 11)) +
    "</svg>\n"
  );
}

export const [LEFT, RIGHT, TOP] = [MARGIN, WIDTH - MARGIN, HEADER];

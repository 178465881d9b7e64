import { CLUSTER, CONTENT_MASK, CONTINUATION } from "./cell.js";
import type { RowCopy } from "./row.js";

const SPACE = 0x20;
let units = new Uint16Array(1024);

/** The text of a row: blank cells inside it are spaces, blank cells at its end are nothing. */
export function rowText(row: Pick<RowCopy, "chars">, length: number, clusters: readonly string[]): string {
  const { chars } = row;
  let last = length;
  while (last > 0 && chars[last - 1] === 0) last--;
  if (last > units.length) units = new Uint16Array(last * 2);
  let all = 0;
  let count = 0;
  for (let col = 0; col < last; col++) {
    const char = chars[col];
    if (char > 0xffff) return mixedText(chars, last, clusters);
    const unit = char === 0 ? SPACE : char;
    all |= unit;
    units[count++] = unit;
  }
  if (all < 0x80) return Buffer.from(units.subarray(0, count)).toString("latin1");
  return String.fromCharCode(...units.subarray(0, count));
}

/** Rows with two-cell characters, clusters, or characters outside the first plane. */
function mixedText(chars: Uint32Array, last: number, clusters: readonly string[]): string {
  let text = "";
  for (let col = 0; col < last; col++)
    text += cellText(chars[col], clusters) || ((chars[col] & CONTINUATION) !== 0 ? "" : " ");
  return text;
}

/** What one cell shows; "" for a blank cell and for the second half of a wide character. */
export function cellText(char: number, clusters: readonly string[]): string {
  const content = char & CONTENT_MASK;
  if ((char & CLUSTER) !== 0) return clusters[content];
  return content === 0 ? "" : String.fromCodePoint(content);
}

/** Rows as one text: soft-wrapped ones joined with nothing, others with a newline, none at the end. */
export function joinedRows(rows: readonly Pick<RowCopy, "wrapped">[], texts: readonly string[]): string {
  let text = "";
  let pendingBreaks = 0;
  for (let at = 0; at < rows.length; at++) {
    if (texts[at] !== "") {
      text += "\n".repeat(pendingBreaks) + texts[at];
      pendingBreaks = 0;
    }
    if (!rows[at].wrapped) pendingBreaks++;
  }
  return text;
}

/** Without the blanks at its end, printed or not. */
export function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === SPACE) end--;
  return end === text.length ? text : text.slice(0, end);
}

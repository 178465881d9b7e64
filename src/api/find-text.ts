import type { ScreenCell, ScreenSnapshot } from "../protocol/index.js";

/**
 * The cells that show the first occurrence of a text, also where it wraps onto the next row; empty if it is not there.
 * A line of `plainText` may be several rows, and a wide character is two cells, so counting them by hand goes wrong.
 * A snapshot that was taken without its cells has none to find.
 *
 * @example
 * ```ts
 * const [first] = findText(session.snapshot(), "error");
 * console.log(first?.row, first?.col, first?.style.foreground);
 * ```
 */
export function findText(snapshot: ScreenSnapshot, text: string): readonly ScreenCell[] {
  const { cells, plainText, size } = snapshot;
  if (text === "" || cells.length === 0 || !plainText.includes(text)) return [];
  let shown = "";
  /** Which cell each character of `shown` is from. */
  const places: number[] = [];
  /** How far the rows agree with the text, which tells where a row goes on in the next. */
  let at = 0;
  for (let row = 0; row < size.rows; row++) {
    const first = row * size.cols;
    const end = rowEnd(cells, first, first + size.cols);
    const start = shown.length;
    for (let index = first; index < end; index++) {
      const cell = cells[index];
      // The second half of a wide character has no text of its own; what nothing was printed into shows as a space.
      const content = cell.wideContinuation ? "" : cell.text || " ";
      shown += content;
      for (let count = 0; count < content.length; count++) places.push(index);
    }
    // A secret that was covered has another length in the text than on the screen; from there on a row ends a line.
    const isSame = at >= 0 && plainText.startsWith(shown.slice(start), at);
    at = isSame ? at + shown.length - start : -1;
    if (at < 0 || plainText[at] === "\n") {
      if (at >= 0) at++;
      shown += "\n";
      places.push(-1);
    }
  }
  const found = shown.indexOf(text);
  if (found < 0) return [];
  const used = new Set(places.slice(found, found + text.length));
  return cells.filter((cell, index) => used.has(index) || (cell.wideContinuation && used.has(index - 1)));
}

/** Behind the last cell of a row that something was printed into. */
function rowEnd(cells: readonly ScreenCell[], first: number, end: number): number {
  while (end > first && cells[end - 1].text === "" && !cells[end - 1].wideContinuation) end--;
  return end;
}

import { quoted } from "./quoted-text.js";

const MIN_PREFIX = 3;
/** A hint is not worth more work than this; longer texts are compared by their beginning. */
const MAX_COMPARED = 200;

/** The thing on the screen that is most like a text which is not on it, as the end of a sentence. */
export function nearestOnScreen(text: string, screen: string): string | undefined {
  const lines = screen.split("\n");
  const lower = text.toLowerCase();
  const alike = lines.findIndex((line) => line.toLowerCase().includes(lower));
  if (alike >= 0) return `line ${alike + 1} differs in case only: ${quoted(lines[alike].trim())}`;
  const bare = withoutSpace(text);
  if (bare !== "") {
    const spaced = lines.findIndex((line) => withoutSpace(line).includes(bare));
    if (spaced >= 0) return `line ${spaced + 1} differs in white space or case: ${quoted(lines[spaced].trim())}`;
    if (withoutSpace(screen).includes(bare)) return "it is there with line breaks in it";
  }
  return nearestPrefix(text.slice(0, MAX_COMPARED), lines);
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

/** The line that holds the longest beginning of the text: at least three characters of it, or half. */
function nearestPrefix(text: string, lines: readonly string[]): string | undefined {
  let best = "";
  let row = -1;
  lines.forEach((line, i) => {
    // Grows only past the best so far, so that all lines together cost one walk along the text.
    while (best.length < text.length && line.includes(text.slice(0, best.length + 1))) {
      best = text.slice(0, best.length + 1);
      row = i;
    }
  });
  if (row < 0 || (best.length < MIN_PREFIX && best.length * 2 < text.length)) return undefined;
  return `the nearest is line ${row + 1}: ${quoted(lines[row].trim())}`;
}

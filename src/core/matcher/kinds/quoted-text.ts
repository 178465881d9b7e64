const DEFAULT_MAX = 60;

/** A text in quotes for a message: control, bidirectional and line-separator characters escaped, the middle of a long one left out. */
export function quoted(text: string, max: number = DEFAULT_MAX): string {
  return `"${escaped(shortened(text, max)).replaceAll('"', '\\"')}"`;
}

/** Cuts the middle out of a long text, never through a character. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.ceil(max * 0.7);
  const start = text.slice(0, head).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(text.length - (max - head)).replace(/^[\udc00-\udfff]/, "");
  return `${start}…${end}`;
}

const NAMED = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\\", "\\\\"],
]);

function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\\]/gu, (character) => {
    return NAMED.get(character) ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}

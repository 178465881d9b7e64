/**
 * A word of a POSIX shell's line without its quotes and backslashes. Nothing is expanded: `$(x)` stays `$(x)`. A quote that
 * is still open, as it often is at the cursor, reaches to the end.
 */
export function unquoted(word: string): string {
  let text = "";
  let quote = "";
  for (let at = 0; at < word.length; at++) {
    const character = word[at];
    if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) quote = character;
    else if (character === "\\" && quote !== "'" && at + 1 < word.length) text += word[++at];
    else text += character;
  }
  return text;
}

// C0, DEL, C1, the Unicode line ends and the bidirectional controls: what could end a record, drive the reader's terminal,
// or make a line read differently from what it says.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const SHORT: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const COLOUR_OR_UNSAFE = new RegExp(`\\u001b\\[[\\d;:]*m|${UNSAFE.source}`, "g");

/** What a terminal would obey as blanks, so that it swallows nothing; colours, line ends and tabs stay. */
export function blankControls(text: string): string {
  return text.replace(COLOUR_OR_UNSAFE, (found) => (found.length > 1 || found in SHORT ? found : " "));
}

/** Text that stays on one line and leaves a terminal alone. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, (character) => SHORT[character] ?? unicodeEscape(character));
}

/** Text of several lines that leaves a terminal alone: line ends and tabs stay. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, (character) =>
    character === "\n" || character === "\t" ? character : escapeControls(character),
  );
}

/** JSON text with the characters escaped that JSON itself leaves alone; they can only stand inside its strings. */
export function escapeJson(json: string): string {
  return json.replace(UNSAFE, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

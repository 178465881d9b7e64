const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether JSON text is a list of more than `most` items; parses nothing, and stops at the first item too many. */
export function hasMoreItems(text: string, most: number): boolean {
  let depth = 0;
  let commas = 0;
  for (let at = text.search(/\S/); at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (depth === 0 && code !== OPEN_LIST) return false;
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) return false;
    else if (code === COMMA && depth === 1 && ++commas >= most) return true;
  }
  return false;
}

/** Where the string that begins here ends. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

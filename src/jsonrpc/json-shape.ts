import { MAX_MESSAGE_DEPTH, MAX_MESSAGE_VALUES } from "../base/index.js";

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Why JSON text must not be parsed: a million values take half a second and twenty times the memory, only to be refused. */
export type ShapeProblem = "too_deep" | "too_many_values" | "too_many_items";

/** Looks at JSON text without parsing it, and stops at the first thing too many. `items` are those of a list that is the whole text. */
export function shapeProblem(text: string, maxItems: number): ShapeProblem | undefined {
  const isList = /^\s*\[/.test(text);
  let depth = 0;
  let values = 0;
  let items = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    switch (code) {
      case QUOTE:
        at = stringEnd(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > MAX_MESSAGE_DEPTH) return "too_deep";
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        if (isList && depth === 1 && ++items > maxItems) return "too_many_items";
        if (++values > MAX_MESSAGE_VALUES) return "too_many_values";
        break;
    }
  }
  return undefined;
}

/** Where the string that begins here ends. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote;
  }
  return text.length;
}

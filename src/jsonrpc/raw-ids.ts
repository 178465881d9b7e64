const TOKEN = /["{}[\]:,]|[^\s"{}[\]:,]+/g;

/**
 * The `id` of each request in a message as it was written, by its place in the batch: an id has to be echoed as it came, and
 * JavaScript's numbers keep neither `1.0` nor 64 bits. The text must be valid JSON.
 */
export function rawNumberIds(text: string): readonly (string | undefined)[] {
  const ids: (string | undefined)[] = [];
  const isBatch = text.trimStart().startsWith("[");
  const level = isBatch ? 2 : 1;
  let depth = 0;
  let index = 0;
  let key: string | undefined;
  let isValue = false;
  for (const token of tokens(text)) {
    if (token === "{" || token === "[") {
      depth++;
      isValue = false;
    } else if (token === "}" || token === "]") depth--;
    else if (token === ":") isValue = true;
    else if (token === ",") {
      isValue = false;
      if (isBatch && depth === 1) index++;
    } else if (depth === level && !isValue) key = token;
    else if (depth === level && isValue && isId(key)) ids[index] = token;
  }
  return ids;
}

function* tokens(text: string): Generator<string> {
  const next = new RegExp(TOKEN);
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    if (found[0] === '"') next.lastIndex = stringEnd(text, found.index);
    yield text.slice(found.index, next.lastIndex);
  }
}

/** Not a regular expression: one that knows escapes overflows the stack on a string of some megabytes. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text[quote - 1 - escapes] === "\\") escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
}

const isId = (key: string | undefined): boolean =>
  key === '"id"' || (!!key?.includes("\\") && JSON.parse(key) === "id");

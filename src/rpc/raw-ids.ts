const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/**
 * The `id` of each request in a message as it was written, by its place in the batch. JavaScript's numbers keep neither
 * `1.0` nor 64 bits, and an id has to be echoed as it came. The text is known to be valid JSON.
 */
export function rawNumberIds(text: string): readonly (string | undefined)[] {
  const ids: (string | undefined)[] = [];
  const isBatch = text.trimStart().startsWith("[");
  const level = isBatch ? 2 : 1;
  let depth = 0;
  let index = 0;
  let key: string | undefined;
  let isValue = false;
  for (const [token] of text.matchAll(TOKEN)) {
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

const isId = (key: string | undefined): boolean =>
  key === '"id"' || (!!key?.includes("\\") && JSON.parse(key) === "id");

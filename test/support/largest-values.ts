import type { SchemaNode } from "#internal/protocol/index.js";

/** Slow in every engine of linear time, and as large as one pattern may be. */
const DEAR_PATTERN = String.raw`[a-z\s]{0,450}[a-z\s]{0,450}[0-9]X`;
const BULK = 1_000_000;

/** The largest value that a schema allows within about so many bytes. Throws if something in it has no limit. */
export function largestValue(node: SchemaNode, bytes: number, path: string): unknown {
  switch (node.kind) {
    case "string":
      if (node.maxLength === undefined) throw new Error(`${path} is a text without a limit`);
      return node.role === "regex" ? DEAR_PATTERN : "x".repeat(Math.min(node.maxLength, bytes));
    case "enum":
      return node.values.at(-1);
    case "literal":
      return node.value;
    case "number":
      return node.max;
    case "boolean":
      return true;
    case "json":
      if (node.maxChars === undefined) throw new Error(`${path} is a value without a limit`);
      return { text: "y".repeat(Math.min(node.maxChars - 10_000, bytes, BULK)), list: new Array(30_000).fill(7) };
    case "nullable":
      return largestValue(node.inner, bytes, path);
    case "array":
    case "one_or_many":
      if (node.maxItems === Number.MAX_SAFE_INTEGER) throw new Error(`${path} is a list without a limit`);
      return largestList(node, bytes, path);
    case "tuple":
      return node.items.map((item, at) => largestValue(item, bytes / node.items.length, `${path}[${at}]`));
    case "either":
      return largestValue(node.choices[0], bytes, path);
    case "record":
      if (node.maxEntries === Number.MAX_SAFE_INTEGER) throw new Error(`${path} has entries without a limit`);
      return Object.fromEntries(
        largestList({ item: node.value, maxItems: node.maxEntries }, bytes, path).map((value, i) => [`K${i}`, value]),
      );
    case "object": {
      const names = Object.keys(node.fields);
      const share = Math.floor(bytes / Math.max(1, names.length));
      return Object.fromEntries(
        names.map((name) => [name, largestValue(node.fields[name].schema, share, `${path}.${name}`)]),
      );
    }
    case "tagged":
      return largestVariant(node, bytes, path);
    case "named":
      return largestValue(node.of(), bytes, path);
  }
}

function largestList(
  { item, maxItems }: { readonly item: SchemaNode; readonly maxItems: number },
  bytes: number,
  path: string,
): unknown[] {
  const one = largestValue(item, Math.max(8, Math.floor(bytes / Math.min(maxItems, 256))), `${path}[]`);
  const size = JSON.stringify(one).length + 1;
  return new Array<unknown>(Math.max(1, Math.min(maxItems, Math.floor(bytes / size)))).fill(one);
}

/** Drawn as nothing is: all that fits is looked at. */
const styleOf = (what: object): object => ({ type: "style", value: { style: { bold: true, italic: true }, ...what } });

/** Of a matcher as many parts as there may be, of an action the one with the longest text. */
function largestVariant(node: SchemaNode & { kind: "tagged" }, bytes: number, path: string): unknown {
  const { any, text } = node.variants;
  if (any !== undefined) {
    const parts = Array.from({ length: 250 }, (_, i) => ({
      type: "contains_text",
      value: `${"x".repeat(1_000)}${i}`,
    }));
    const patterns = Array.from({ length: 4 }, () => ({ type: "transcript_regex", value: DEAR_PATTERN }));
    const styles = Array.from({ length: 12 }, (_, i) => styleOf({ text: i % 2 === 0 ? "a" : undefined }));
    const everywhere = { row: 0, col: 0, rows: 500, cols: 500 };
    const regions = [
      { type: "contains_text", value: "xyz" },
      { type: "screen_regex", value: DEAR_PATTERN },
      {
        type: "not",
        value: { type: "any", value: [styleOf({}), styleOf({ text: "aa" }), styleOf({ regex: "aab?" })] },
      },
      { type: "changed" },
    ].map((matcher) => ({ type: "region", value: { ...everywhere, matcher } }));
    const never = { type: "all", value: [...regions, { type: "contains_text", value: "never" }] };
    return { type: "any", value: [...parts.slice(0, 200), ...patterns, ...styles, never] };
  }
  if (text === undefined) throw new Error(`${path}: which of its kinds is the largest?`);
  return { type: "text", ...(largestValue(text, bytes, path) as object) };
}

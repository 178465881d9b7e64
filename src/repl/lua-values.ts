import type { SchemaNode } from "../protocol/index.js";

const WORDS =
  "and break do else elseif end false for function goto if in local nil not or repeat return then true until while";
const RESERVED: ReadonlySet<string> = new Set(WORDS.split(" "));

/** A value of JSON as it is written in Lua. */
export function luaText(value: unknown): string {
  if (value === null || value === undefined) return "nil";
  if (typeof value === "string") return luaString(value);
  if (Array.isArray(value)) return `{${value.map(luaText).join(", ")}}`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => `${luaKey(name)}=${luaText(item)}`);
  return `{${fields.join(", ")}}`;
}

export function luaString(text: string): string {
  const escaped = text.replaceAll(/["\\\u0000-\u001f\u007f]/g, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    if (character === "\n") return "\\n";
    return character === "\r" ? "\\r" : `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return `"${escaped}"`;
}

const luaKey = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name) ? name : `[${luaString(name)}]`;

const isEmptyTable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** In Lua an empty list and an empty table are one thing: where the schema has a list, it is one. What does not fit is left to the server. */
export function withLists(node: SchemaNode, value: unknown): unknown {
  switch (node.kind) {
    case "named":
      return withLists(node.of(), value);
    case "nullable":
      return withLists(node.inner, value);
    case "array":
      if (isEmptyTable(value)) return [];
      return Array.isArray(value) ? value.map((item) => withLists(node.item, item)) : value;
    case "one_or_many":
      return Array.isArray(value) ? value.map((item) => withLists(node.item, item)) : withLists(node.item, value);
    case "record":
      return mapped(value, () => node.value);
    case "object":
      return mapped(value, (name) => (Object.hasOwn(node.fields, name) ? node.fields[name].schema : undefined));
    case "tagged": {
      const tag = (value as Readonly<Record<string, unknown>> | null)?.[node.tag];
      const isKnown = typeof tag === "string" && Object.hasOwn(node.variants, tag);
      return isKnown ? withLists(node.variants[tag], value) : value;
    }
    default:
      return value;
  }
}

function mapped(value: unknown, schemaOf: (name: string) => SchemaNode | undefined): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const schema = schemaOf(name);
      return [name, schema === undefined ? item : withLists(schema, item)];
    }),
  );
}

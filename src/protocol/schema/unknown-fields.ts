import type { SchemaNode } from "./schema.js";

/** The fields of a value, however deep in objects, that its schema does not know, such as `default_target.colums`. */
export function unknownFields(node: SchemaNode, value: unknown, at = ""): string[] {
  const schema = node.kind === "named" ? node.of() : node;
  if (schema.kind !== "object" || typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const path = at === "" ? name : `${at}.${name}`;
    return Object.hasOwn(schema.fields, name) ? unknownFields(schema.fields[name].schema, field, path) : [path];
  });
}

import { InvalidArgumentError, didYouMean, shortened } from "../../base/index.js";
import { fitting } from "./fitting.js";
import type { ObjectNode, SchemaNode } from "./schema.js";

/** What nests deeper is refused for that, whatever is in it. */
const MAX_DEPTH = 64;
/** A file of the client's, in which a newer version may say more. */
const FREE_TYPES = new Set(["PluginManifest"]);

/**
 * Refuses a name that nobody knows, at any depth: a misspelt parameter that is ignored is something that is not done. What is handed to
 * plugins, and maps such as env, have no names of ours.
 */
export function refuseUnknown(params: ObjectNode, given: unknown): void {
  walk(params, given, "", 0);
}

function walk(node: SchemaNode, value: unknown, at: string, depth: number): void {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
  switch (node.kind) {
    case "object":
      if (!Array.isArray(value)) walkFields(node, undefined, value, at, depth);
      return;
    case "tagged": {
      const name: unknown = Object.hasOwn(value, node.tag) ? (value as Record<string, unknown>)[node.tag] : undefined;
      if (typeof name === "string" && Object.hasOwn(node.variants, name))
        walkFields(node.variants[name], node.tag, value, at, depth);
      return;
    }
    case "array":
    case "one_or_many":
      if (Array.isArray(value)) value.forEach((item, index) => walk(node.item, item, `${at}[${index}]`, depth + 1));
      else if (node.kind === "one_or_many") walk(node.item, value, at, depth);
      return;
    case "tuple":
      if (Array.isArray(value))
        node.items.forEach((item, index) => walk(item, value[index], `${at}[${index}]`, depth + 1));
      return;
    case "either": {
      const choice = fitting(node.choices, value, "wire");
      if (choice !== undefined) walk(choice, value, at, depth);
      return;
    }
    case "nullable":
      return walk(node.inner, value, at, depth);
    case "named":
      if (!FREE_TYPES.has(node.name)) walk(node.of(), value, at, depth);
      return;
    default:
  }
}

function walkFields({ fields }: ObjectNode, tag: string | undefined, value: object, at: string, depth: number): void {
  for (const name in value) {
    const path = at === "" ? name : `${at}.${name}`;
    if (Object.hasOwn(fields, name)) {
      const { kind } = fields[name].schema;
      if (kind !== "string" && kind !== "json")
        walk(fields[name].schema, (value as Record<string, unknown>)[name], path, depth + 1);
    } else if (name !== tag)
      throw unknown(name, at, tag === undefined ? Object.keys(fields) : [tag, ...Object.keys(fields)]);
  }
}

function unknown(name: string, at: string, known: readonly string[]): InvalidArgumentError {
  const field = `${at === "" ? "" : `${at}.`}${shortened(name)}`;
  const meant = didYouMean(name, known);
  const others = known.length === 0 ? "; there are none" : `; known are ${known.join(", ")}`;
  return new InvalidArgumentError(field, `there is no parameter ${field}${meant === "" ? others : meant}`);
}

/** The fields of a value, however deep in objects, that its schema does not know, such as `default_target.colums`. */
export function unknownFields(node: SchemaNode, value: unknown, at = ""): string[] {
  const schema = node.kind === "named" ? node.of() : node;
  if (schema.kind !== "object" || typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const path = at === "" ? name : `${at}.${name}`;
    return Object.hasOwn(schema.fields, name) ? unknownFields(schema.fields[name].schema, field, path) : [path];
  });
}

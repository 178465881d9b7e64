import type { MethodSpec, SchemaNode } from "#internal/protocol/index.js";
import { errorData, methods, notifications } from "#internal/protocol/index.js";
import { fitting } from "#internal/protocol/schema/fitting.js";

type Visit = (path: string, value: unknown) => void;

/**
 * Walks a schema, beside a value of it if there is one, and calls back for every string that is a text, and every value that may hold some. A type with a name
 * begins a path of its own: where it is used does not matter for how it is redacted.
 */
export function visitTexts(node: SchemaNode, value: unknown, at: string, visit: Visit, seen = new Set<string>()): void {
  const hasValue = value !== undefined;
  const walk = (inner: SchemaNode, part: unknown, path: string): void => {
    if (!hasValue || (part !== undefined && part !== null)) visitTexts(inner, part, path, visit, seen);
  };
  switch (node.kind) {
    case "string":
      if (node.role === "text") visit(at, value);
      return;
    case "array":
    case "one_or_many":
      if (Array.isArray(value)) for (const item of value) walk(node.item, item, `${at}[]`);
      else walk(node.item, undefined, `${at}[]`);
      return;
    case "tuple":
      node.items.forEach((item, place) => walk(item, member(value, String(place)), `${at}[${place}]`));
      return;
    case "either":
      for (const choice of node.choices)
        if (!hasValue || fitting(node.choices, value, "wire") === choice) walk(choice, value, at);
      return;
    case "nullable":
      return walk(node.inner, value, at);
    case "json":
      visit(at, hasValue ? JSON.stringify(value) : undefined);
      return;
    case "record":
      if (!hasValue) visit(`${at}{name}`, undefined);
      for (const [name, part] of Object.entries(value ?? { "": undefined })) {
        if (hasValue) visit(`${at}{name}`, name);
        walk(node.value, part, `${at}{}`);
      }
      return;
    case "object":
      for (const [name, field] of Object.entries(node.fields)) walk(field.schema, member(value, name), `${at}.${name}`);
      return;
    case "tagged":
      for (const [name, variant] of Object.entries(node.variants))
        if (!hasValue || member(value, node.tag) === name) walk(variant, value, `${at}<${name}>`);
      return;
    case "named":
      if (hasValue) return walk(node.of(), value, node.name);
      if (seen.has(node.name)) return;
      seen.add(node.name);
      return walk(node.of(), undefined, node.name);
    default:
      return;
  }
}

/** Every place in the answers of the protocol where text of a program or a caller can be. */
export function textPaths(): Set<string> {
  const paths = new Set<string>();
  const add = (name: string, node: SchemaNode): void => visitTexts(node, undefined, name, (path) => paths.add(path));
  for (const [name, { result }] of Object.entries<MethodSpec>(methods)) add(`${name}.result`, result);
  for (const [name, { params }] of Object.entries(notifications)) add(`${name}.params`, params);
  add("error.data", errorData);
  return paths;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

import type { Library, LibraryInput, ObjectNode, Schema, SchemaNode, Wire, WireInput } from "./schema.js";
import { fieldsOf } from "./spelling.js";
import type { Form } from "./spelling.js";

/** Is shown every text, and everything that is free JSON, and says what stands in its place. */
export interface Leaves {
  text(value: string): string;
  json(value: unknown): unknown;
}

/** A value of the library as it is sent. It is not checked: whoever receives it does that. */
export function encode<S extends Schema>(schema: S, value: LibraryInput<S>, leaves?: Leaves): WireInput<S> {
  return translate(schema, value, "wire", leaves) as WireInput<S>;
}

/** A value that was received as the library has it. It must have been checked, or come from somebody who is trusted to send no other. */
export function translated<S extends Schema>(schema: S, value: Wire<S>): Library<S> {
  return translate(schema, value, "library") as Library<S>;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What has another type than its schema says is left as it is: it is refused where it is checked. */
function translate(node: SchemaNode, value: unknown, to: Form, leaves?: Leaves): unknown {
  switch (node.kind) {
    case "named":
      return translate(node.of(), value, to, leaves);
    case "object":
      return isObject(value) ? translateObject(node, value, to, leaves) : value;
    case "tagged": {
      if (!isObject(value)) return value;
      const name = value[node.tag];
      if (typeof name !== "string" || !Object.hasOwn(node.variants, name)) return value;
      return { [node.tag]: name, ...translateObject(node.variants[name], value, to, leaves) };
    }
    case "array":
    case "one_or_many":
      if (Array.isArray(value)) return Array.from(value, (item) => translate(node.item, item, to, leaves));
      return node.kind === "array" ? value : translate(node.item, value, to, leaves);
    case "record":
      if (!isObject(value)) return value;
      // What a text under a name is can be told by that name: judged together, as in free JSON.
      if (leaves !== undefined) return leaves.json(value);
      // Own properties are defined, not assigned: a key called `__proto__` is a key like any other.
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, translate(node.value, item, to)]));
    case "nullable":
      return value === null ? null : translate(node.inner, value, to, leaves);
    case "json":
      return leaves === undefined ? value : leaves.json(value);
    case "string":
      return leaves !== undefined && node.role === "text" && typeof value === "string" ? leaves.text(value) : value;
    case "enum":
    case "literal":
    case "number":
    case "boolean":
      return value;
  }
}

function translateObject(node: ObjectNode, source: Fields, to: Form, leaves?: Leaves): Fields {
  if (node.valueAs !== undefined) return translateValue(node, node.valueAs, source, to, leaves);
  const result: Record<string, unknown> = {};
  for (const { wire, library, field } of fieldsOf(node)) {
    const value = source[to === "wire" ? library : wire];
    if (value !== undefined) result[to === "wire" ? wire : library] = translate(field.schema, value, to, leaves);
  }
  return result;
}

function translateValue(node: ObjectNode, name: string, source: Fields, to: Form, leaves?: Leaves): Fields {
  const { schema } = node.fields["value"];
  if (to === "wire") return { value: translate(schema, name === "" ? source : source[name], to, leaves) };
  const value = translate(schema, source["value"], to, leaves);
  return name === "" ? (value as Fields) : { [name]: value };
}

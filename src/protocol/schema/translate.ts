import type { Library, LibraryInput, NamedNode, ObjectNode, Schema, SchemaNode, Wire, WireInput } from "./schema.js";
import { fieldsOf } from "./spelling.js";
import type { Form } from "./spelling.js";
import { fitting } from "./fitting.js";

/** Is shown every text, and everything that is free JSON, and says what stands in its place. */
export interface Leaves {
  text(value: string): string;
  /** For a text that is a pattern; as any other text if left out. */
  regex?(value: string): string;
  json(value: unknown): unknown;
  /** Is shown every value of a type with a name; `inside` has what the rest of this makes of what is in it. */
  named?(type: NamedNode, value: unknown, inside: () => unknown): unknown;
}

/** A value of the library as it is sent. It is not checked: whoever receives it does that. */
export function encode<S extends Schema>(schema: S, value: LibraryInput<S>, leaves?: Leaves): WireInput<S> {
  return translate(schema, value, { from: "library", to: "wire", leaves }) as WireInput<S>;
}

/** A value that was received as the library has it. It must have been checked, or come from somebody who is trusted to send no other. */
export function translated<S extends Schema>(schema: S, value: Wire<S>): Library<S> {
  return translate(schema, value, { from: "wire", to: "library" }) as Library<S>;
}

/** A copy of a value of the library, with what these leaves put in the place of its texts. */
export function covered<S extends Schema>(schema: S, value: Library<S>, leaves: Leaves): Library<S> {
  return translate(schema, value, { from: "library", to: "library", leaves }) as Library<S>;
}

/** Shows the values of its own type that a value of the library holds, but not what those hold. It need not have been checked. */
export function visitHeld<L>(
  type: NamedNode & { readonly library?: L },
  value: unknown,
  visit: (held: L) => void,
): void {
  const leaves: Leaves = {
    text: (text) => text,
    json: (json) => json,
    named: (node, held, inside) => (node === type ? visit(held as L) : inside()),
  };
  translate(type.of(), value, { from: "library", to: "library", leaves });
}

interface Translation {
  readonly from: Form;
  readonly to: Form;
  readonly leaves?: Leaves | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What has another type than its schema says is left as it is: it is refused where it is checked. */
function translate(node: SchemaNode, value: unknown, how: Translation): unknown {
  const { leaves } = how;
  switch (node.kind) {
    case "named":
      if (leaves?.named === undefined) return translate(node.of(), value, how);
      return leaves.named(node, value, () => translate(node.of(), value, how));
    case "object":
      return isObject(value) ? translateObject(node, value, how) : value;
    case "tagged": {
      if (!isObject(value)) return value;
      const name = value[node.tag];
      if (typeof name !== "string" || !Object.hasOwn(node.variants, name)) return value;
      return { [node.tag]: name, ...translateObject(node.variants[name], value, how) };
    }
    case "array":
    case "one_or_many":
      if (Array.isArray(value)) return Array.from(value, (item) => translate(node.item, item, how));
      return node.kind === "array" ? value : translate(node.item, value, how);
    case "tuple":
      if (!Array.isArray(value)) return value;
      return node.items.map((item, at) => translate(item, value[at], how));
    case "either": {
      const choice = fitting(node.choices, value, how.from);
      return choice === undefined ? value : translate(choice, value, how);
    }
    case "record":
      if (!isObject(value)) return value;
      // What a text under a name is can be told by that name: judged together, as in free JSON.
      if (leaves !== undefined) return leaves.json(value);
      // Own properties are defined, not assigned: a key called `__proto__` is a key like any other.
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, translate(node.value, item, how)]));
    case "nullable":
      return value === null ? null : translate(node.inner, value, how);
    case "json":
      return leaves === undefined ? value : leaves.json(value);
    case "string":
      if (leaves === undefined || node.role === "word" || typeof value !== "string") return value;
      return node.role === "regex" && leaves.regex !== undefined ? leaves.regex(value) : leaves.text(value);
    case "enum":
    case "literal":
    case "number":
    case "boolean":
      return value;
  }
}

function translateObject(node: ObjectNode, source: Fields, how: Translation): Fields {
  if (node.valueAs !== undefined) return translateValue(node, node.valueAs, source, how);
  const result: Record<string, unknown> = {};
  for (const { wire, library, field } of fieldsOf(node)) {
    const value = source[how.from === "wire" ? wire : library];
    if (value !== undefined) result[how.to === "wire" ? wire : library] = translate(field.schema, value, how);
  }
  return result;
}

function translateValue(node: ObjectNode, name: string, source: Fields, how: Translation): Fields {
  const given = how.from === "wire" ? source["value"] : name === "" ? source : source[name];
  const value = translate(node.fields["value"].schema, given, how);
  if (how.to === "wire") return { value };
  return name === "" ? (value as Fields) : { [name]: value };
}

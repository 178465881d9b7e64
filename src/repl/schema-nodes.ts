import type { MethodSpec, ObjectNode, SchemaNode } from "../protocol/index.js";
import { methods } from "../protocol/index.js";

export type FieldNode = ObjectNode["fields"][string];
export type NamedNode = Extract<SchemaNode, { kind: "named" }>;
type Tagged = Extract<SchemaNode, { kind: "tagged" }>;

export const METHODS: readonly string[] = Object.keys(methods);

export function specOf(method: string): MethodSpec | undefined {
  return Object.hasOwn(methods, method) ? (methods as Readonly<Record<string, MethodSpec>>)[method] : undefined;
}

/** What a value may be, one by one, without the names that types have. */
export function choicesOf(node: SchemaNode): readonly SchemaNode[] {
  switch (node.kind) {
    case "named":
      return choicesOf(node.of());
    case "nullable":
      return choicesOf(node.inner);
    case "either":
      return node.choices.flatMap(choicesOf);
    case "one_or_many":
      return [...choicesOf(node.item), { kind: "array", item: node.item, maxItems: node.maxItems }];
    default:
      return [node];
  }
}

/** The fields that an object of this kind can have; of several kinds those of the one that its tag names, else of all. */
export function fieldsOf(node: SchemaNode, given: ReadonlyMap<string, string>): Readonly<Record<string, FieldNode>> {
  const found: Record<string, FieldNode> = {};
  for (const choice of choicesOf(node)) {
    if (choice.kind === "object") Object.assign(found, choice.fields);
    if (choice.kind === "tagged") Object.assign(found, taggedFields(choice, given.get(choice.tag)));
  }
  return found;
}

function taggedFields({ tag, variants }: Tagged, chosen: string | undefined): Readonly<Record<string, FieldNode>> {
  const tagField: FieldNode = {
    schema: { kind: "enum", values: Object.keys(variants) },
    presence: "required",
    description: "Which kind it is.",
  };
  const fitting =
    chosen !== undefined && Object.hasOwn(variants, chosen) ? [variants[chosen]] : Object.values(variants);
  return Object.assign({ [tag]: tagField }, ...fitting.map(({ fields }) => fields)) as Record<string, FieldNode>;
}

/** What stands at a key of a table: a field's name, or a place in a list. */
export function nodesAt(
  node: SchemaNode,
  key: string | number,
  given: ReadonlyMap<string, string>,
): readonly SchemaNode[] {
  if (typeof key === "string") {
    const fields = fieldsOf(node, given);
    const field = Object.hasOwn(fields, key) ? [fields[key].schema] : [];
    return [...field, ...choicesOf(node).flatMap((choice) => (choice.kind === "record" ? [choice.value] : []))];
  }
  return choicesOf(node).flatMap((choice) => {
    if (choice.kind === "array") return [choice.item];
    return choice.kind === "tuple" ? choice.items.slice(key, key + 1) : [];
  });
}

/** Every type with a name of its own that params are made of, by that name. */
export function namedTypes(): ReadonlyMap<string, NamedNode> {
  const found = new Map<string, NamedNode>();
  for (const method of METHODS) collect(specOf(method)!.params, found);
  return found;
}

function collect(node: SchemaNode, found: Map<string, NamedNode>): void {
  switch (node.kind) {
    case "named":
      if (found.has(node.name)) return;
      found.set(node.name, node);
      return collect(node.of(), found);
    case "nullable":
      return collect(node.inner, found);
    case "array":
    case "one_or_many":
      return collect(node.item, found);
    case "record":
      return collect(node.value, found);
    case "tuple":
      return node.items.forEach((item) => collect(item, found));
    case "either":
      return node.choices.forEach((choice) => collect(choice, found));
    case "object":
      return Object.values(node.fields).forEach(({ schema }) => collect(schema, found));
    case "tagged":
      return Object.values(node.variants).forEach((variant) => collect(variant, found));
    default:
  }
}

import type { FieldNode, ObjectNode, SchemaNode } from "./schema.js";

/** A JSON Schema of draft 2020-12, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a node. Named types become references below `base`, and are put into `definitions`. */
export function jsonSchema(node: SchemaNode, base: string, definitions: Map<string, JsonSchema>): JsonSchema {
  const of = (inner: SchemaNode): JsonSchema => jsonSchema(inner, base, definitions);
  switch (node.kind) {
    case "string":
      return {
        type: "string",
        ...(node.minLength > 0 ? { minLength: node.minLength } : {}),
        ...(node.maxLength === undefined ? {} : { maxLength: node.maxLength }),
        ...(node.pattern === undefined ? {} : { pattern: node.pattern }),
      };
    case "enum":
      return { type: "string", enum: node.values };
    case "literal":
      return { const: node.value };
    case "number":
      return {
        type: node.isInteger ? "integer" : "number",
        minimum: node.min,
        ...(node.max === Number.MAX_SAFE_INTEGER ? {} : { maximum: node.max }),
      };
    case "boolean":
      return { type: "boolean" };
    case "json":
      return {};
    case "nullable":
      return { anyOf: [of(node.inner), { type: "null" }] };
    case "array":
      return list(of(node.item), node.maxItems);
    case "one_or_many":
      return { anyOf: [of(node.item), list(of(node.item), node.maxItems)] };
    case "tuple":
      return {
        type: "array",
        prefixItems: node.items.map(of),
        minItems: node.items.length,
        maxItems: node.items.length,
      };
    case "either":
      return { anyOf: node.choices.map(of) };
    case "record":
      return { type: "object", additionalProperties: of(node.value), ...limitOf("maxProperties", node.maxEntries) };
    case "object":
      return objectSchema(node, of);
    case "tagged":
      return {
        oneOf: Object.entries(node.variants).map(([name, variant]) => objectSchema(variant, of, { [node.tag]: name })),
      };
    case "named": {
      if (!definitions.has(node.name)) {
        definitions.set(node.name, {});
        definitions.set(node.name, { title: node.name, description: node.description, ...of(node.of()) });
      }
      return { $ref: `${base}${node.name}` };
    }
  }
}

function list(items: JsonSchema, maxItems: number): JsonSchema {
  return { type: "array", items, ...limitOf("maxItems", maxItems) };
}

const limitOf = (name: string, limit: number): JsonSchema =>
  limit === Number.MAX_SAFE_INTEGER ? {} : { [name]: limit };

function objectSchema(
  { fields, description }: ObjectNode,
  of: (node: SchemaNode) => JsonSchema,
  tags: Readonly<Record<string, string>> = {},
): JsonSchema {
  const constants = Object.entries(tags).map(([name, value]) => [name, { const: value }] as const);
  const named = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, of)] as const);
  const needed = Object.keys(fields).filter((name) => fields[name].presence === "required");
  const required = [...Object.keys(tags), ...needed];
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries([...constants, ...named]),
    ...(required.length > 0 ? { required } : {}),
  };
}

export function fieldSchema(field: FieldNode, of: (node: SchemaNode) => JsonSchema): JsonSchema {
  return {
    ...of(field.schema),
    description: field.description,
    ...(field.presence === "defaulted" ? { default: field.default } : {}),
  };
}

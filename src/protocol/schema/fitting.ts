import type { SchemaNode } from "./schema.js";
import type { Form } from "./spelling.js";
import { fieldsOf } from "./spelling.js";

/** Which of the choices a value is meant as: the first one that it looks like, told by no more than its outside. */
export function fitting(choices: readonly SchemaNode[], value: unknown, form: Form): SchemaNode | undefined {
  return choices.find((choice) => looksLike(choice, value, form));
}

function looksLike(node: SchemaNode, value: unknown, form: Form): boolean {
  switch (node.kind) {
    case "named":
      return looksLike(node.of(), value, form);
    case "nullable":
      return value === null || looksLike(node.inner, value, form);
    case "either":
      return fitting(node.choices, value, form) !== undefined;
    case "string":
    case "enum":
      return typeof value === "string";
    case "literal":
      return value === node.value;
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "array":
    case "tuple":
      return Array.isArray(value);
    case "record":
    case "tagged":
      return isObject(value);
    case "object":
      return isObject(value) && fieldsOf(node).every((field) => hasField(value, field, form));
    case "json":
    case "one_or_many":
      return true;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hasField = (value: object, { wire, library, field }: ReturnType<typeof fieldsOf>[number], form: Form): boolean =>
  field.presence !== "required" || (form === "wire" ? wire : library) in value;

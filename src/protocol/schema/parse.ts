import { InvalidArgumentError, shortened, shown } from "../../base/index.js";
import type { FieldNode, ObjectNode, Output, Schema, SchemaNode, StringNode } from "./schema.js";

/** Deeper than any value of the protocol, and far from what the stack holds. */
const MAX_DEPTH = 64;

/**
 * Checks a value from the wire and copies what the schema names, defaults filled in; unknown fields are left behind.
 * Throws an InvalidArgumentError that names the field, such as `matcher.value[1].type`.
 */
export function parse<S extends Schema>(schema: S, value: unknown, at: string): Output<S> {
  return read(schema, value, at, 0) as Output<S>;
}

function read(node: SchemaNode, value: unknown, at: string, depth: number): unknown {
  if (depth > MAX_DEPTH) fail(at, `nests deeper than ${MAX_DEPTH} levels`);
  switch (node.kind) {
    case "string":
      return readString(node, value, at);
    case "enum":
      if (typeof value === "string" && node.values.includes(value)) return value;
      return mustBe(at, `one of ${node.values.join(", ")}`, value);
    case "literal":
      return value === node.value ? value : mustBe(at, JSON.stringify(node.value), value);
    case "number":
      if (typeof value === "number" && value >= node.min && value <= node.max)
        if (!node.isInteger || Number.isSafeInteger(value)) return value;
      return mustBe(at, numberWords(node), value);
    case "boolean":
      return typeof value === "boolean" ? value : mustBe(at, "true or false", value);
    case "json":
      return value;
    case "nullable":
      return value === null ? null : read(node.inner, value, at, depth);
    case "array":
      if (!Array.isArray(value)) mustBe(at, "an array", value);
      return readItems(node.item, node.maxItems, value, at, depth);
    case "one_or_many":
      if (!Array.isArray(value)) return read(node.item, value, at, depth);
      return readItems(node.item, node.maxItems, value, at, depth);
    case "record":
      return readRecord(node.value, requireObject(value, at, "an object"), at, depth);
    case "object":
      return readObject(node, requireObject(value, at, "an object"), at, depth);
    case "tagged":
      return readTagged(node.tag, node.variants, value, at, depth);
    case "named":
      return read(node.of(), value, at, depth);
  }
}

function readString({ minLength, pattern }: StringNode, value: unknown, at: string): string {
  if (typeof value !== "string") mustBe(at, "a string", value);
  if (value.length < minLength) fail(at, "must not be empty");
  if (pattern !== undefined && !new RegExp(pattern).test(value)) mustBe(at, `a string like ${pattern}`, value);
  return value;
}

function numberWords({ isInteger, min, max }: { isInteger: boolean; min: number; max: number }): string {
  const what = isInteger ? "a whole number" : "a number";
  return max === Number.MAX_SAFE_INTEGER ? `${what} of ${min} or more` : `${what} from ${min} to ${max}`;
}

function readItems(item: SchemaNode, maxItems: number, list: readonly unknown[], at: string, depth: number): unknown[] {
  if (list.length > maxItems) fail(at, `must hold at most ${maxItems} items, got ${list.length}`);
  return list.map((value, index) => read(item, value, `${at}[${index}]`, depth + 1));
}

/** Own properties are defined, not assigned: a key called `__proto__` is a key like any other. */
function readRecord(value: SchemaNode, record: object, at: string, depth: number): unknown {
  const entries = Object.entries(record).map(([key, item]) => [key, read(value, item, join(at, key), depth + 1)]);
  return Object.fromEntries(entries) as unknown;
}

function readObject({ fields }: ObjectNode, source: object, at: string, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name in fields) {
    const value = readField(fields[name], source, name, join(at, name), depth);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function readField(field: FieldNode, source: object, name: string, at: string, depth: number): unknown {
  const value = Object.hasOwn(source, name) ? (source as Record<string, unknown>)[name] : undefined;
  if (field.presence === "optional" && (value === undefined || value === null)) return undefined;
  if (value !== undefined) return read(field.schema, value, at, depth + 1);
  if (field.presence === "defaulted") return field.default;
  return fail(at, "is missing");
}

function readTagged(
  tag: string,
  variants: Readonly<Record<string, ObjectNode>>,
  value: unknown,
  at: string,
  depth: number,
): unknown {
  const source = requireObject(value, at, `an object with a ${tag}`);
  const name = Object.hasOwn(source, tag) ? (source as Record<string, unknown>)[tag] : undefined;
  if (typeof name !== "string" || !Object.hasOwn(variants, name))
    mustBe(join(at, tag), `one of ${Object.keys(variants).join(", ")}`, name);
  return { [tag]: name, ...readObject(variants[name], source, at, depth) };
}

function requireObject(value: unknown, at: string, what: string): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  return mustBe(at, what, value);
}

const join = (at: string, name: string): string => (at === "" ? name : `${at}.${shortened(name)}`);

function mustBe(at: string, what: string, value: unknown): never {
  return value === undefined
    ? fail(at, `is missing; it must be ${what}`)
    : fail(at, `must be ${what}, got ${shown(value)}`);
}

function fail(at: string, what: string): never {
  const field = at === "" ? "params" : at;
  throw new InvalidArgumentError(field, `${field} ${what}`);
}

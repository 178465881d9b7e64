import { InvalidArgumentError, shortened, shown } from "../../base/index.js";
import type { FieldNode, Library, NumberNode, ObjectNode, Schema, SchemaNode, StringNode, Wire } from "./schema.js";
import type { Form } from "./spelling.js";
import { fieldsOf } from "./spelling.js";
import { fitting } from "./fitting.js";
import { translated } from "./translate.js";

/** Deeper than any value of the protocol, and far from what the stack holds. */
const MAX_DEPTH = 64;

/**
 * Checks a value from the wire and copies what the schema names, defaults filled in; unknown fields are left behind.
 * Throws an InvalidArgumentError that names the field, such as `matcher.value[1].type`.
 */
export function parse<S extends Schema>(schema: S, value: unknown, at: string): Wire<S> {
  return read(schema, value, { at, depth: 0, form: "wire" }) as Wire<S>;
}

/** The same for a value with the library's names. */
export function parseLibrary<S extends Schema>(schema: S, value: unknown, at: string): Library<S> {
  return read(schema, value, { at, depth: 0, form: "library" }) as Library<S>;
}

/** Checks a value from the wire, and gives it as the library has it. */
export function decode<S extends Schema>(schema: S, value: unknown, at: string): Library<S> {
  return translated(schema, parse(schema, value, at));
}

/** The same for what comes from Lua, where an empty list and an empty table are one thing. */
export function decodeLua<S extends Schema>(schema: S, value: unknown, at: string): Library<S> {
  return translated(schema, read(schema, value, { at, depth: 0, form: "wire", isLua: true }) as Wire<S>);
}

interface Place {
  readonly at: string;
  readonly depth: number;
  readonly form: Form;
  readonly isLua?: boolean;
}

function read(node: SchemaNode, value: unknown, place: Place): unknown {
  const { at, depth } = place;
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
      if (node.maxChars !== undefined) checkChars(value, node.maxChars, at);
      return value;
    case "nullable":
      return value === null ? null : read(node.inner, value, place);
    case "array":
      if (place.isLua === true && isEmptyTable(value)) return [];
      if (!Array.isArray(value)) mustBe(at, "an array", value);
      return readItems(node.item, node.maxItems, value, place);
    case "one_or_many":
      if (!Array.isArray(value)) return read(node.item, value, place);
      return readItems(node.item, node.maxItems, value, place);
    case "tuple": {
      const { items } = node;
      if (!Array.isArray(value) || value.length !== items.length) mustBe(at, `an array of ${items.length}`, value);
      return items.map((item, index) => read(item, value[index], inside(place, `${at}[${index}]`)));
    }
    case "either": {
      const choice = fitting(node.choices, value, place.form);
      if (choice === undefined || isOtherWord(choice, value)) mustBe(at, node.choices.map(words).join(", or "), value);
      return read(choice, value, place);
    }
    case "record":
      return readRecord(node, requireObject(value, at, "an object"), place);
    case "object":
      return readObject(node, requireObject(value, at, "an object"), place);
    case "tagged":
      return readTagged(node.tag, node.variants, value, place);
    case "named":
      return read(node.of(), value, place);
  }
}

/** Of several choices one that is a word, and not this one. */
const isOtherWord = (choice: SchemaNode, value: unknown): boolean =>
  choice.kind === "enum" && !choice.values.includes(value as string);

/** What one of several choices is. */
function words(node: SchemaNode): string {
  switch (node.kind) {
    case "named":
      return words(node.of());
    case "enum":
      return node.values.map((value) => JSON.stringify(value)).join(", ");
    case "literal":
      return JSON.stringify(node.value);
    case "number":
      return numberWords(node);
    case "boolean":
      return "true or false";
    case "string":
      return "a string";
    case "array":
    case "tuple":
      return "an array";
    case "object":
      return `{${Object.keys(node.fields).join(", ")}}`;
    default:
      return "an object";
  }
}

function readString({ minLength, maxLength, pattern }: StringNode, value: unknown, at: string): string {
  if (typeof value !== "string") mustBe(at, "a string", value);
  if (value.length < minLength) fail(at, "must not be empty");
  if (maxLength !== undefined && value.length > maxLength) fail(at, `must have at most ${maxLength} characters`);
  if (pattern !== undefined && !new RegExp(pattern).test(value)) mustBe(at, `a string like ${pattern}`, value);
  return value;
}

/** Counts the characters of all texts and keys, and stops at the first too many. */
function checkChars(value: unknown, most: number, at: string): void {
  let left = most;
  const count = (part: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) fail(at, `nests deeper than ${MAX_DEPTH} levels`);
    if (typeof part === "string") left -= part.length;
    else if (Array.isArray(part)) for (const item of part) count(item, depth + 1);
    else if (typeof part === "object" && part !== null)
      for (const [key, item] of Object.entries(part)) {
        left -= key.length;
        count(item, depth + 1);
      }
    if (left < 0) fail(at, `must have at most ${most} characters in all its texts`);
  };
  count(value, 0);
}

function numberWords({ isInteger, min, max, what: called }: NumberNode): string {
  if (called !== undefined) return called;
  const what = isInteger ? "a whole number" : "a number";
  return max === Number.MAX_SAFE_INTEGER ? `${what} of ${min} or more` : `${what} from ${min} to ${max}`;
}

function readItems(item: SchemaNode, maxItems: number, list: readonly unknown[], place: Place): unknown[] {
  const { at } = place;
  if (list.length > maxItems) fail(at, `must hold at most ${maxItems} items, got ${list.length}`);
  // Not map: it would skip the holes of a sparse array unchecked.
  return Array.from(list, (value, index) => read(item, value, inside(place, `${at}[${index}]`)));
}

/** Own properties are defined, not assigned: a key called `__proto__` is a key like any other. */
function readRecord(
  { value, maxEntries }: { value: SchemaNode; maxEntries: number },
  record: object,
  place: Place,
): unknown {
  const given = Object.entries(record);
  if (given.length > maxEntries) fail(place.at, `must hold at most ${maxEntries} entries, got ${given.length}`);
  const entries = given.map(([key, item]) => [key, read(value, item, inside(place, join(place.at, key)))]);
  return Object.fromEntries(entries) as unknown;
}

function readObject(node: ObjectNode, source: object, place: Place): Record<string, unknown> {
  const { form } = place;
  if (form === "library" && node.valueAs !== undefined) {
    const { value } = node.fields;
    // The fields of the value stand in the place of the object itself.
    if (node.valueAs === "") return read(value.schema, source, place) as Record<string, unknown>;
    return { [node.valueAs]: readField(value, source, node.valueAs, place) };
  }
  const result: Record<string, unknown> = {};
  for (const { wire, library, field } of fieldsOf(node)) {
    const name = form === "wire" ? wire : library;
    const value = readField(field, source, name, place);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function readField(field: FieldNode, source: object, name: string, place: Place): unknown {
  const at = join(place.at, name);
  const value = Object.hasOwn(source, name) ? (source as Record<string, unknown>)[name] : undefined;
  if (field.presence === "optional" && (value === undefined || value === null)) return undefined;
  if (value !== undefined) return read(field.schema, value, inside(place, at));
  if (field.presence === "defaulted") return field.default;
  // What it must be is said by its own check.
  if (field.schema.kind === "json") fail(at, "is missing");
  return read(field.schema, undefined, inside(place, at));
}

function readTagged(
  tag: string,
  variants: Readonly<Record<string, ObjectNode>>,
  value: unknown,
  place: Place,
): unknown {
  const source = requireObject(value, place.at, `an object with a ${tag}`);
  const name = Object.hasOwn(source, tag) ? (source as Record<string, unknown>)[tag] : undefined;
  if (typeof name !== "string" || !Object.hasOwn(variants, name))
    mustBe(join(place.at, tag), `one of ${Object.keys(variants).join(", ")}`, name);
  return { [tag]: name, ...readObject(variants[name], source, place) };
}

function requireObject(value: unknown, at: string, what: string): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  return mustBe(at, what, value);
}

const inside = (place: Place, at: string): Place => ({ ...place, at, depth: place.depth + 1 });

const isEmptyTable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

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

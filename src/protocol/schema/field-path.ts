import { InvalidArgumentError } from "../../base/index.js";
import type { ObjectNode, SchemaNode } from "./schema.js";
import { fitting } from "./fitting.js";
import type { Form } from "./spelling.js";
import { fieldsOf, libraryName, wireName } from "./spelling.js";

/**
 * A path such as `matcher.matchers[0].minMs` in the spelling of the other form: `matcher.value[0].value.min_ms`. `value` is what the path
 * leads into, in the form that it is spelt in: it tells which of several kinds is meant.
 */
export function respeltPath(schema: SchemaNode, value: unknown, path: string, to: Form): string {
  const tokens = path.match(/[^.[\]]+|\[\d+\]/g) ?? [];
  return respelt(schema, value, tokens, to).join(".").replaceAll(".[", "[");
}

/** The error of a check with its field named as the other form has it; every other error as it is. */
export function respeltError(error: unknown, schema: SchemaNode, value: unknown, to: Form): unknown {
  if (!(error instanceof InvalidArgumentError)) return error;
  const { field, message, code } = error;
  const name = respeltPath(schema, value, field, to);
  if (name === field) return error;
  const said = message.startsWith(field) ? name + message.slice(field.length) : message;
  return new InvalidArgumentError(name, said, code, { cause: error });
}

/** What is quoted of a caller or a program; and what may be a name of several words in the library's form. */
const QUOTED_OR_NAME = /"(?:[^"\\]|\\.)*"|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g;

/** A message of the library with the fields that `isField` knows spelt as on the wire, wherever they stand in it. */
export const respeltMessage = (message: string, isField: (wireName: string) => boolean): string =>
  message.replace(QUOTED_OR_NAME, (word) => (word.startsWith('"') || !isField(wireName(word)) ? word : wireName(word)));

const at = (value: unknown, key: string | number): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string | number, unknown>>)[key] : undefined;

function respelt(node: SchemaNode, value: unknown, tokens: readonly string[], to: Form): readonly string[] {
  if (tokens.length === 0) return [];
  const [first, ...rest] = tokens;
  switch (node.kind) {
    case "named":
      return respelt(node.of(), value, tokens, to);
    case "nullable":
      return respelt(node.inner, value, tokens, to);
    case "object":
      return respeltField(node, value, tokens, to);
    case "tagged": {
      const name = at(value, node.tag);
      const isKnown = typeof name === "string" && Object.hasOwn(node.variants, name);
      return isKnown ? respeltField(node.variants[name], value, tokens, to) : tokens;
    }
    case "array":
    case "one_or_many": {
      if (first.startsWith("[")) return [first, ...respelt(node.item, at(value, Number(first.slice(1, -1))), rest, to)];
      return node.kind === "array" ? tokens : respelt(node.item, value, tokens, to);
    }
    case "tuple": {
      const place = Number(first.slice(1, -1));
      return place in node.items ? [first, ...respelt(node.items[place], at(value, place), rest, to)] : tokens;
    }
    case "either": {
      const choice = fitting(node.choices, value, to === "wire" ? "library" : "wire");
      return choice === undefined ? tokens : respelt(choice, value, tokens, to);
    }
    case "record":
      return [first, ...respelt(node.value, at(value, first), rest, to)];
    default:
      return tokens;
  }
}

function respeltField(node: ObjectNode, value: unknown, tokens: readonly string[], to: Form): readonly string[] {
  const [first, ...rest] = tokens;
  const { valueAs } = node;
  if (valueAs !== undefined) {
    const { schema } = node.fields["value"];
    if (to === "wire" && first === valueAs) return ["value", ...respelt(schema, at(value, first), rest, to)];
    if (to === "wire") return valueAs === "" ? ["value", ...respelt(schema, value, tokens, to)] : tokens;
    const inner = respelt(schema, at(value, "value"), rest, to);
    return first === "value" ? (valueAs === "" ? inner : [valueAs, ...inner]) : tokens;
  }
  const known = fieldsOf(node).find(({ wire, library }) => first === (to === "wire" ? library : wire));
  if (known === undefined) return [to === "wire" ? wireName(first) : libraryName(first), ...rest];
  return [to === "wire" ? known.wire : known.library, ...respelt(known.field.schema, at(value, first), rest, to)];
}

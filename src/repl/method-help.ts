import { didYouMean } from "../base/index.js";
import type { SchemaNode } from "../protocol/index.js";
import type { FieldNode, NamedNode } from "./schema-nodes.js";
import { METHODS, choicesOf, namedTypes, specOf } from "./schema-nodes.js";
import { luaText } from "./lua-values.js";

/** Longer lists of words are cut: help is read. */
const MAX_WORDS = 12;

/** What a method does and takes, as the schema has it. */
function methodHelp(method: string): string {
  const { summary, params, result, example } = specOf(method)!;
  const fields = Object.entries(params.fields);
  const answers = result.kind === "object" ? Object.keys(result.fields) : [];
  return [
    `${method}: ${summary}`,
    ...(fields.length === 0 ? ["It takes nothing."] : ["Parameters:", ...fields.flatMap(fieldHelp)]),
    ...(answers.length === 0 ? [] : [`Answers: ${answers.join(", ")}`]),
    `Example: ${method}${luaText(example)}`,
  ].join("\n");
}

function typeHelp({ name, description, of }: NamedNode): string {
  const parts = choicesOf(of()).flatMap((node) => {
    if (node.kind === "object") return Object.entries(node.fields).flatMap(fieldHelp);
    if (node.kind !== "tagged") return [`  ${typeWords(node)}`];
    return Object.entries(node.variants).map(([type, variant]) => {
      const fields = Object.entries(variant.fields).map(
        ([field, { schema, presence }]) => `${field}${presence === "required" ? "" : "?"}: ${typeWords(schema)}`,
      );
      return `  ${[`{${[`${node.tag}="${type}"`, ...fields].join(", ")}}`, variant.description].filter(Boolean).join("  ")}`;
    });
  });
  return [`${name}: ${description}`, ...parts].join("\n");
}

function fieldHelp([name, { schema, presence, description, default: value }]: [string, FieldNode]): string[] {
  const how = presence === "required" ? "required" : value === undefined ? "optional" : `default ${luaText(value)}`;
  return [`  ${name}: ${typeWords(schema)} (${how})`, `      ${description}`];
}

/** What a value may be, in words. */
function typeWords(node: SchemaNode): string {
  switch (node.kind) {
    case "named":
      return node.name;
    case "string":
      return node.role === "regex" ? "pattern" : "text";
    case "enum": {
      const more = node.values.length > MAX_WORDS ? " | …" : "";
      return node.values.slice(0, MAX_WORDS).map(luaText).join(" | ") + more;
    }
    case "literal":
      return luaText(node.value);
    case "number":
      return numberWords(node);
    case "boolean":
      return "true or false";
    case "json":
      return "any value";
    case "nullable":
      return typeWords(node.inner);
    case "array":
      return `list of ${typeWords(node.item)}`;
    case "one_or_many":
      return `${typeWords(node.item)}, or a list of them`;
    case "record":
      return `table of ${typeWords(node.value)} by name`;
    case "tuple":
      return `{${node.items.map(typeWords).join(", ")}}`;
    case "either":
      return node.choices.map(typeWords).join(", or ");
    case "object":
      return `{${Object.entries(node.fields)
        .map(([name, { presence }]) => (presence === "required" ? name : `${name}?`))
        .join(", ")}}`;
    case "tagged":
      return `one of ${Object.keys(node.variants).join(", ")}`;
  }
}

function numberWords({ isInteger, min, max }: Extract<SchemaNode, { kind: "number" }>): string {
  const what = isInteger ? "whole number" : "number";
  const [least, most] = [min > Number.MIN_SAFE_INTEGER, max < Number.MAX_SAFE_INTEGER];
  if (least && most) return `${what} from ${min} to ${max}`;
  return least ? `${what} from ${min}` : what;
}

/** Help about a method, a group of them, or a type; undefined for other words. */
export function schemaHelp(subject: string): string | undefined {
  if (specOf(subject) !== undefined) return methodHelp(subject);
  const group = METHODS.filter((name) => name.startsWith(`${subject}.`));
  if (group.length > 0)
    return group.map((name) => `${name}: ${specOf(name)!.summary.split(/(?<=[.;:])\s/)[0]}`).join("\n");
  const type = namedTypes().get(subject);
  return type === undefined ? undefined : typeHelp(type);
}

/** What there is help about. */
export const helpSubjects = (): readonly string[] => [
  ...METHODS,
  ...new Set(METHODS.map((name) => name.split(".")[0])),
  ...namedTypes().keys(),
];

/** The sentence about a method that there is not. */
export function unknownMethod(method: string): string {
  const group = `${method.split(".")[0]}.`;
  const near = didYouMean(method, METHODS);
  const known = METHODS.some((name) => name.startsWith(group)) ? `:help ${group.slice(0, -1)}` : ":help";
  return `there is no method ${method}${near}; ${known} lists those that there are`;
}

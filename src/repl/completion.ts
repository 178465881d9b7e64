import type { SchemaNode } from "../protocol/index.js";
import { CONSOLE_COMMANDS } from "./command-table.js";
import type { InputContext, OpenTable } from "./input-context.js";
import { inputContext } from "./input-context.js";
import { luaString } from "./lua-values.js";
import { helpSubjects } from "./method-help.js";
import { METHODS, choicesOf, fieldsOf, nodesAt, specOf } from "./schema-nodes.js";

/** Names that only a running server and console know. */
export interface LiveNames {
  /** Of what a parameter of that name may name: sessions, adapters, plugins. */
  of(parameter: string): Promise<readonly string[]>;
  /** Of Lua, behind a path of names. */
  inLua(path: readonly string[]): Promise<readonly string[]>;
}

/** Words that may stand instead of the fragment at the end of the line. */
export interface Completion {
  readonly words: readonly string[];
  readonly fragment: string;
}

const NOTHING: Completion = { words: [], fragment: "" };
/** Beside schemas, what a parameter of these names may be is known by the server. */
const LIVE = /^(session|adapter|plugin)s?$/;

/** What may follow the text before the cursor; `earlier` are the lines that it goes on from. */
export async function completion(before: string, names: LiveNames, earlier = ""): Promise<Completion> {
  if (earlier === "" && /^\s*:/.test(before)) return commandCompletion(before.trimStart(), names);
  const context = inputContext(earlier + before);
  if (context.kind === "table") return tableCompletion(context, names, false);
  return context.kind === "name" ? nameCompletion(context, names) : NOTHING;
}

function fitting(words: Iterable<string>, fragment: string): Completion {
  return { words: [...new Set(words)].filter((word) => word.startsWith(fragment)).sort(), fragment };
}

async function nameCompletion(
  { path, fragment }: Extract<InputContext, { kind: "name" }>,
  names: LiveNames,
): Promise<Completion> {
  const methods = METHODS.map((name) => `${name}{`);
  if (path.length > 0) {
    const before = `${path.join(".")}.`;
    if (methods.some((name) => name.startsWith(before))) return fitting(methods, fragment);
    return fitting(
      (await names.inLua(path)).map((name) => before + name),
      fragment,
    );
  }
  const groups = new Set(METHODS.map((name) => `${name.split(".")[0]}.`));
  const known = (await names.inLua([])).filter((name) => !groups.has(`${name}.`));
  return fitting([...groups, ...known], fragment);
}

async function tableCompletion(
  { method, tables, key, fragment }: Extract<InputContext, { kind: "table" }>,
  names: LiveNames,
  isJson: boolean,
): Promise<Completion> {
  const spec = specOf(method);
  if (spec === undefined) return NOTHING;
  const inner = tables[tables.length - 1];
  const nodes = innermost(spec.params, tables);
  const quote = isJson ? JSON.stringify : luaString;
  if (key !== undefined) {
    const values = nodes.flatMap((node) => nodesAt(node, key, inner.given));
    return fitting(await valueWords(values, key, names, isJson, quoted(fragment, quote)), fragment);
  }
  const fields = nodes.flatMap((node) => Object.keys(fieldsOf(node, inner.given)));
  const free = fields.filter((name) => !inner.given.has(name));
  const keys = free.map((name) => (isJson ? `${quote(name)}: ` : `${name}=`));
  // Of a list, what stands in it.
  const items = nodes.flatMap((node) => nodesAt(node, 0, inner.given));
  const parameter = tables.at(-1)?.key ?? "";
  const inList = items.length === 0 ? [] : await valueWords(items, parameter, names, isJson, quoted(fragment, quote));
  return fitting([...keys, ...inList], fragment);
}

/** With the quotes that the fragment begins with. */
const quoted = (fragment: string, quote: (text: string) => string) =>
  fragment.startsWith("'") ? (text: string): string => `'${text.replaceAll(/['\\]/g, "\\$&")}'` : quote;

function innermost(params: SchemaNode, tables: readonly OpenTable[]): readonly SchemaNode[] {
  let nodes: readonly SchemaNode[] = [params];
  let given = tables[0].given;
  for (const table of tables.slice(1)) {
    const { key } = table;
    const before = given;
    if (key !== undefined) nodes = nodes.flatMap((node) => nodesAt(node, key, before));
    given = table.given;
  }
  return nodes;
}

async function valueWords(
  nodes: readonly SchemaNode[],
  key: string | number,
  names: LiveNames,
  isJson: boolean,
  quote: (text: string) => string,
): Promise<readonly string[]> {
  const words = nodes.flatMap(choicesOf).flatMap((node): readonly string[] => {
    switch (node.kind) {
      case "enum":
        return node.values.map(quote);
      case "literal":
        return [typeof node.value === "string" ? quote(node.value) : String(node.value)];
      case "boolean":
        return ["true", "false"];
      case "array":
      case "tuple":
        return [isJson ? "[" : "{"];
      case "object":
      case "record":
      case "tagged":
        return ["{"];
      default:
        return [];
    }
  });
  const [, subject] = typeof key === "string" ? (LIVE.exec(key) ?? []) : [];
  const isText = nodes.flatMap(choicesOf).some(({ kind }) => kind === "string");
  return subject === undefined || !isText ? words : [...words, ...(await names.of(subject)).map(quote)];
}

/** `:command ARGUMENT`. */
async function commandCompletion(before: string, names: LiveNames): Promise<Completion> {
  const [, name, rest] = /^(:\S*)(?:\s+([^]*))?$/.exec(before) ?? [];
  if (rest === undefined) return fitting(Object.keys(CONSOLE_COMMANDS), name);
  const takes = Object.hasOwn(CONSOLE_COMMANDS, name) ? CONSOLE_COMMANDS[name].takes : undefined;
  switch (takes) {
    case "subject":
      return fitting([...helpSubjects(), ...Object.keys(CONSOLE_COMMANDS)], rest);
    case "request": {
      const [, method, json] = /^(\S+)\s+([^]*)$/.exec(rest) ?? [];
      if (method === undefined) return fitting(METHODS, rest);
      const context = inputContext(json, method);
      return context.kind === "table" ? tableCompletion(context, names, true) : NOTHING;
    }
    case "tab":
      return fitting([...(await names.of("session")), ...(await names.of("adapter"))], rest);
    case "session":
      return fitting(await names.of("session"), rest);
    case "switch":
      return fitting(["on", "off"], rest);
    case "file":
      return fitting(["off"], rest);
    default:
      return NOTHING;
  }
}

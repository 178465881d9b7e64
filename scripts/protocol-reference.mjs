// The reference part of docs/json-rpc.md, from the schemas of src/protocol.
import { RPC_ERROR_CODES, RPC_ERROR_MEANINGS, errorData, methods, notifications } from "../dist/protocol/index.js";

/** @typedef {import("../dist/protocol/index.js").SchemaNode} SchemaNode */
/** @typedef {import("../dist/protocol/index.js").ObjectNode} ObjectNode */

/** A type in a word or two. @param {SchemaNode} node @returns {string} */
function typeName(node) {
  switch (node.kind) {
    case "string":
      return "string";
    case "enum":
      return node.values.map((value) => `\`"${value}"\``).join(", ");
    case "literal":
      return `\`${JSON.stringify(node.value)}\``;
    case "number": {
      const kind = node.isInteger ? "integer" : "number";
      return node.max === Number.MAX_SAFE_INTEGER ? kind : `${kind}, ${node.min} to ${node.max}`;
    }
    case "boolean":
      return "boolean";
    case "json":
      return "any JSON";
    case "nullable":
      return `${typeName(node.inner)} or null`;
    case "array":
      return `array of ${typeName(node.item)}`;
    case "one_or_many":
      return `${typeName(node.item)}, or an array of them`;
    case "tuple":
      return `[${node.items.map(typeName).join(", ")}]`;
    case "either":
      return node.choices.map(typeName).join(", or ");
    case "record":
      return `object of ${typeName(node.value)}s`;
    case "object":
      return shapeOf(node);
    case "tagged":
      return "object";
    case "named":
      return `[${node.name}](#${node.name.toLowerCase()})`;
  }
}

/** An object that has no name of its own. @param {ObjectNode} node */
function shapeOf({ fields }) {
  const all = Object.entries(fields).map(([name, { schema, presence }]) => {
    return `\`${name}${presence === "required" ? "" : "?"}\`: ${typeName(schema)}`;
  });
  return all.length === 0 ? "object" : `object {${all.join("; ")}}`;
}

/** What the server says; a name with a question mark may be absent. @param {ObjectNode} node @param {string} first */
function fieldTable({ fields }, first) {
  const rows = Object.entries(fields).map(([name, { schema, presence, description }]) => {
    const inner = schema.kind === "object" ? ` ${innerFields(schema)}` : "";
    const type = schema.kind === "object" ? "object" : typeName(schema);
    return `| \`${name}${presence === "required" ? "" : "?"}\` | ${type} | ${description}${inner} |`;
  });
  return [`| ${first} | type | meaning |`, "| --- | --- | --- |", ...rows].join("\n");
}

/** What the server is told. @param {ObjectNode} node */
function paramTable({ fields }) {
  const rows = Object.entries(fields).map(([name, { schema, presence, default: value, description }]) => {
    const need = presence === "defaulted" ? `\`${JSON.stringify(value)}\`` : presence === "required" ? "needed" : "";
    return `| \`${name}\` | ${typeName(schema)} | ${need} | ${description} |`;
  });
  return ["| param | type | default | meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** @param {SchemaNode} node */
function resultFields(node) {
  if (node.kind !== "object") return `Result: ${typeName(node)}.`;
  return fieldTable(node, "result");
}

/** The fields of an object inside a table. @param {ObjectNode} node */
function innerFields({ fields }) {
  return Object.entries(fields)
    .map(([name, { schema, presence, description }]) => {
      return `\`${name}${presence === "required" ? "" : "?"}\`: ${typeName(schema)}, ${lowerFirst(description)}`;
    })
    .join(" ");
}

/** @param {string} text */
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** Every named type that is reachable, in the order of its first use. */
function namedTypes() {
  /** @type {Map<string, Extract<SchemaNode, { kind: "named" }>>} */
  const found = new Map();
  /** @param {SchemaNode} node */
  const visit = (node) => {
    if (node.kind === "named") {
      if (found.has(node.name)) return;
      found.set(node.name, node);
      visit(node.of());
    } else if (node.kind === "object") Object.values(node.fields).forEach(({ schema }) => visit(schema));
    else if (node.kind === "tagged") Object.values(node.variants).forEach(visit);
    else if (node.kind === "array" || node.kind === "one_or_many") visit(node.item);
    else if (node.kind === "tuple") node.items.forEach(visit);
    else if (node.kind === "either") node.choices.forEach(visit);
    else if (node.kind === "record") visit(node.value);
    else if (node.kind === "nullable") visit(node.inner);
  };
  for (const { params, result } of Object.values(methods)) [params, result].forEach(visit);
  visit(errorData);
  return [...found.values()];
}

/** @param {Extract<SchemaNode, { kind: "named" }>} type */
function typeSection({ name, description, of }) {
  const node = of();
  const head = `### ${name}\n\n${description}\n\n`;
  if (node.kind === "object") return head + fieldTable(node, "field");
  if (node.kind !== "tagged") return head + typeName(node);
  const rows = Object.entries(node.variants).map(([word, { fields, description: what }]) => {
    const parts = Object.entries(fields).map(([field, { schema, presence, description: meaning }]) => {
      const name = `\`${field}${presence === "required" ? "" : "?"}\``;
      if (schema.kind !== "object") return `${name}: ${typeName(schema)}. ${meaning}`;
      return `${name}: ${meaning} ${innerFields(schema)}`;
    });
    return `| \`${word}\` | ${[...(what === undefined ? [] : [what]), ...parts].join(" ")} |`;
  });
  return head + [`| \`${node.tag}\` | with |`, "| --- | --- |", ...rows].join("\n");
}

/** The whole reference as Markdown. */
export function protocolReference() {
  const methodSections = Object.entries(methods).map(([name, { summary, params, result, errors, example }]) => {
    const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: name, params: example });
    const table = Object.keys(params.fields).length > 0 ? `${paramTable(params)}\n\n` : "";
    const codes = errors.map((error) => `${RPC_ERROR_CODES[error]}`).join(", ");
    const own = codes === "" ? "" : `\n\nErrors of its own: ${codes}.`;
    return `### ${name}\n\n${summary}\n\n\`\`\`json\n${request}\n\`\`\`\n\n${table}${resultFields(result)}${own}`;
  });
  const pushed = Object.entries(notifications).map(
    ([name, { summary, params }]) => `### ${name}\n\n${summary}\n\n${fieldTable(params, "param")}`,
  );
  const errors = Object.entries(RPC_ERROR_CODES).map(
    ([name, code]) =>
      `| ${code} | \`${name}\` | ${RPC_ERROR_MEANINGS[/** @type {keyof typeof RPC_ERROR_MEANINGS} */ (name)]} |`,
  );
  return [
    "## Methods",
    ...methodSections,
    "## Notifications",
    ...pushed,
    "## Types",
    ...namedTypes().map(typeSection),
    "## Error codes",
    "An error's `data` is an [ErrorData](#errordata).",
    ["| code | name | meaning |", "| --- | --- | --- |", ...errors].join("\n"),
  ].join("\n\n");
}

import { NAME, VERSION } from "../base/index.js";
import { RPC_ERROR_CODES, RPC_ERROR_MEANINGS, errorData } from "./error-types.js";
import type { RpcErrorName } from "./error-types.js";
import type { MethodSpec } from "./method.js";
import { methods } from "./methods.js";
import { notifications } from "./notifications.js";
import { PROTOCOL_VERSION } from "./protocol-version.js";
import type { JsonSchema } from "./schema/json-schema.js";
import { fieldSchema, jsonSchema } from "./schema/json-schema.js";
import type { ObjectNode, SchemaNode } from "./schema/schema.js";

const BASE = "#/components/schemas/";
const DIALECT = "https://json-schema.org/draft/2020-12/schema";
/** What any request can end with. */
const COMMON_ERRORS: readonly RpcErrorName[] = ["invalid_params", "internal_error"];

/** The whole protocol as an OpenRPC document. */
export function openRpcDocument(): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const of = (node: SchemaNode): JsonSchema => jsonSchema(node, BASE, definitions);
  const documented = Object.entries<MethodSpec>(methods).map(([name, spec]) => methodDocument(name, spec, of));
  const pushed = Object.entries(notifications).map(([name, { summary, params }]) => ({
    name,
    summary,
    params: contentDescriptors(params, of),
  }));
  of(errorData);
  return {
    openrpc: "1.3.2",
    info: {
      title: NAME,
      version: PROTOCOL_VERSION,
      description: `The JSON-RPC 2.0 protocol of ${NAME} ${VERSION}, over newline-delimited JSON or Content-Length frames.`,
      license: { name: "MIT" },
    },
    methods: documented,
    "x-notifications": pushed,
    components: {
      schemas: Object.fromEntries(definitions),
      errors: Object.fromEntries(
        Object.keys(RPC_ERROR_CODES).map((name) => [name, errorDocument(name as RpcErrorName)]),
      ),
    },
  };
}

/** A JSON Schema per method, notification and named type, for validators that do not know OpenRPC. */
export function jsonSchemaDocuments(): ReadonlyMap<string, JsonSchema> {
  const documents = new Map<string, JsonSchema>();
  const add = (name: string, node: SchemaNode): void => {
    const definitions = new Map<string, JsonSchema>();
    const schema = jsonSchema(node, "#/$defs/", definitions);
    const $defs = definitions.size > 0 ? { $defs: Object.fromEntries(definitions) } : {};
    documents.set(name, { $schema: DIALECT, title: name, ...schema, ...$defs });
  };
  for (const [name, spec] of Object.entries<MethodSpec>(methods)) {
    add(`${name}.params`, spec.params);
    add(`${name}.result`, spec.result);
  }
  for (const [name, { params }] of Object.entries(notifications)) add(`${name}.params`, params);
  add("error.data", errorData);
  return documents;
}

function methodDocument(name: string, spec: MethodSpec, of: (node: SchemaNode) => JsonSchema): JsonSchema {
  return {
    name,
    summary: spec.summary,
    paramStructure: "either",
    params: contentDescriptors(spec.params, of),
    result: { name: "result", schema: of(spec.result) },
    errors: [...COMMON_ERRORS, ...spec.errors].map((error) => ({ $ref: `#/components/errors/${error}` })),
    examples: [
      {
        name: "example",
        params: Object.entries(spec.example).map(([field, value]) => ({ name: field, value: value })),
      },
    ],
  };
}

function contentDescriptors({ fields }: ObjectNode, of: (node: SchemaNode) => JsonSchema): JsonSchema[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    required: field.presence === "required",
    schema: fieldSchema(field, of),
  }));
}

function errorDocument(name: RpcErrorName): JsonSchema {
  return { code: RPC_ERROR_CODES[name], message: RPC_ERROR_MEANINGS[name], data: { $ref: `${BASE}ErrorData` } };
}

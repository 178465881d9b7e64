interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** What a document may say; a keyword that the checker does not know would make it pass too much. */
const KEYWORDS = new Set(
  "$ref type const enum minLength maxLength pattern minimum maximum maxItems items anyOf oneOf properties required additionalProperties $defs $schema title description default".split(
    " ",
  ),
);

/** Whether a JSON Schema of the kind that we write allows a value. */
export function allows(document: object, value: unknown): boolean {
  const root = document as Schema;
  const test = (schema: Schema, value: unknown): boolean => {
    for (const keyword of Object.keys(schema))
      if (!KEYWORDS.has(keyword)) throw new Error(`unknown keyword ${keyword}`);
    const named = schema.$ref?.replace("#/$defs/", "");
    if (named !== undefined && !test(root.$defs?.[named] ?? never(named), value)) return false;
    if (schema.type !== undefined && !isOf(schema.type, value)) return false;
    if ("const" in schema && value !== schema.const) return false;
    if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
    if (schema.anyOf !== undefined && !schema.anyOf.some((option) => test(option, value))) return false;
    if (schema.oneOf !== undefined && schema.oneOf.filter((option) => test(option, value)).length !== 1) return false;
    if (typeof value === "string") {
      if ([...value].length < (schema.minLength ?? 0)) return false;
      if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) return false;
    }
    if (typeof value === "number" && (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)))
      return false;
    if (Array.isArray(value)) {
      if (value.length > (schema.maxItems ?? Infinity)) return false;
      const { items } = schema;
      return items === undefined || value.every((item) => test(items, item));
    }
    if (typeof value !== "object" || value === null) return true;
    if (schema.required?.some((name) => !Object.hasOwn(value, name))) return false;
    return Object.entries(value).every(([name, part]) => {
      const { properties, additionalProperties } = schema;
      const known =
        properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return known === undefined || test(known, part);
    });
  };
  return test(root, value);
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function never(name: string): never {
  throw new Error(`the document has no type ${name}`);
}

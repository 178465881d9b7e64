/** Carries types only; no schema has these members. */
export interface Typed<Out, In> {
  readonly outputType?: Out;
  readonly inputType?: In;
}

/** What a value on the wire must look like: plain data, read by the validator, the documents, the client and the tests. */
export type SchemaNode =
  | StringNode
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "literal"; readonly value: string | boolean }
  | { readonly kind: "number"; readonly isInteger: boolean; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "json" }
  | { readonly kind: "array"; readonly item: SchemaNode; readonly maxItems: number }
  | { readonly kind: "record"; readonly value: SchemaNode }
  | ObjectNode
  | { readonly kind: "nullable"; readonly inner: SchemaNode }
  /** One value, or a list of them. */
  | { readonly kind: "one_or_many"; readonly item: SchemaNode; readonly maxItems: number }
  /** Objects told apart by the word in one field. */
  | { readonly kind: "tagged"; readonly tag: string; readonly variants: Readonly<Record<string, ObjectNode>> }
  /** A type with a name of its own in the documents; `of` is called late, so that a type may hold itself. */
  | { readonly kind: "named"; readonly name: string; readonly description: string; readonly of: () => SchemaNode };

export interface StringNode {
  readonly kind: "string";
  /** `word`: chosen by the server. `text`: from a program or a caller, so that it leaves redacted only. */
  readonly role: "word" | "text";
  readonly minLength: number;
  /** A regular expression for the documents, and for the validator. */
  readonly pattern?: string;
}

export interface ObjectNode {
  readonly kind: "object";
  /** For one of several kinds: what it is. */
  readonly description?: string;
  readonly fields: Readonly<Record<string, FieldNode>>;
}

export interface FieldNode {
  readonly schema: SchemaNode;
  readonly presence: "required" | "optional" | "defaulted";
  readonly default?: unknown;
  readonly description: string;
}

/** A schema and the two types it stands for: what is read (`Out`) and what may be written (`In`, defaults left out). */
export type Schema<Out = unknown, In = Out> = SchemaNode & Typed<Out, In>;
export type Field<Out = unknown, In = Out, P extends FieldNode["presence"] = FieldNode["presence"]> = FieldNode &
  Typed<Out, In> & { readonly presence: P };

/** The type of a value that the validator has passed. */
export type Output<S> = S extends { readonly outputType?: infer T } ? Exclude<T, undefined> : never;
/** The type of a value to send. */
export type Input<S> = S extends { readonly inputType?: infer T } ? Exclude<T, undefined> : never;

type Flat<T> = { [K in keyof T]: T[K] };
type Fields = Readonly<Record<string, Field>>;
type KeysOf<F extends Fields, P> = { [K in keyof F]: F[K]["presence"] extends P ? K : never }[keyof F];

export type OutputOfFields<F extends Fields> = Flat<
  { readonly [K in KeysOf<F, "required" | "defaulted">]: Output<F[K]> } & {
    readonly [K in KeysOf<F, "optional">]?: Output<F[K]> | undefined;
  }
>;
export type InputOfFields<F extends Fields> = Flat<
  { readonly [K in KeysOf<F, "required">]: Input<F[K]> } & {
    readonly [K in KeysOf<F, "optional" | "defaulted">]?: Input<F[K]> | undefined;
  }
>;

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Text from a program, a caller or the system. In a result it leaves redacted only. */
export const text = (options: { minLength?: number } = {}): Schema<string> => ({
  kind: "string",
  role: "text",
  minLength: options.minLength ?? 0,
});

/** A word that the server chose: an id, a name of its own. */
export const word = (pattern?: string): Schema<string> => ({
  kind: "string",
  role: "word",
  minLength: 1,
  ...(pattern === undefined ? {} : { pattern }),
});

export const oneOf = <const V extends readonly string[]>(...values: V): Schema<V[number]> => ({ kind: "enum", values });

export const literal = <const V extends string | boolean>(value: V): Schema<V> => ({ kind: "literal", value });

export const integer = (min = 0, max = NO_LIMIT): Schema<number> => ({ kind: "number", isInteger: true, min, max });

export const number = (min = 0, max = NO_LIMIT): Schema<number> => ({ kind: "number", isInteger: false, min, max });

export const boolean = (): Schema<boolean> => ({ kind: "boolean" });

export const json = (): Schema<unknown> => ({ kind: "json" });

export const array = <O, I>(item: Schema<O, I>, maxItems = NO_LIMIT): Schema<readonly O[], readonly I[]> => ({
  kind: "array",
  item,
  maxItems,
});

export const record = <O, I>(
  value: Schema<O, I>,
): Schema<Readonly<Record<string, O>>, Readonly<Record<string, I>>> => ({ kind: "record", value });

export const nullable = <O, I>(inner: Schema<O, I>): Schema<O | null, I | null> => ({ kind: "nullable", inner });

export const oneOrMany = <O, I>(item: Schema<O, I>, maxItems: number): Schema<O | readonly O[], I | readonly I[]> => ({
  kind: "one_or_many",
  item,
  maxItems,
});

export const object = <F extends Fields>(
  fields: F,
  description?: string,
): ObjectNode & Typed<OutputOfFields<F>, InputOfFields<F>> => ({
  kind: "object",
  fields,
  ...(description === undefined ? {} : { description }),
});

export const required = <O, I>(schema: Schema<O, I>, description: string): Field<O, I, "required"> => ({
  schema,
  presence: "required",
  description,
});

/** May be left out, or null. */
export const optional = <O, I>(schema: Schema<O, I>, description: string): Field<O, I, "optional"> => ({
  schema,
  presence: "optional",
  description,
});

export const defaulted = <O, I>(schema: Schema<O, I>, value: I, description: string): Field<O, I, "defaulted"> => ({
  schema,
  presence: "defaulted",
  default: value,
  description,
});

/** Objects told apart by `type` or `kind`; the tag is added to each variant. */
export const tagged = <const T extends string, V extends Readonly<Record<string, ObjectNode>>>(
  tag: T,
  variants: V,
): Schema<
  { [K in keyof V]: Flat<{ readonly [P in T]: K } & Output<V[K]>> }[keyof V],
  { [K in keyof V]: Flat<{ readonly [P in T]: K } & Input<V[K]>> }[keyof V]
> => ({ kind: "tagged", tag, variants });

export const named = <O, I>(name: string, description: string, of: () => Schema<O, I>): Schema<O, I> => ({
  kind: "named",
  name,
  description,
  of,
});

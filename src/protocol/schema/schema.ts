import { MAX_REGEX_CHARS } from "../../base/index.js";

/**
 * Carries types only; no schema has these members. `wire` is what is read off the wire and `wireInput` what may be written to it, with
 * defaults left out; `library` and `libraryInput` are the same with the library's names and shapes.
 */
export interface Typed<W, WI, L, LI> {
  readonly wire?: W;
  readonly wireInput?: WI;
  readonly library?: L;
  readonly libraryInput?: LI;
}

/** What a value on the wire must look like: plain data, read by the validator, the documents, the client and the tests. */
export type SchemaNode =
  | StringNode
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "literal"; readonly value: string | boolean }
  | NumberNode
  | { readonly kind: "boolean" }
  /** Any value; `maxChars` limits its texts and keys together. */
  | { readonly kind: "json"; readonly maxChars?: number }
  | { readonly kind: "array"; readonly item: SchemaNode; readonly maxItems: number }
  | { readonly kind: "record"; readonly value: SchemaNode; readonly maxEntries: number }
  | ObjectNode
  | { readonly kind: "nullable"; readonly inner: SchemaNode }
  /** One value, or a list of them. */
  | { readonly kind: "one_or_many"; readonly item: SchemaNode; readonly maxItems: number }
  /** A list with a place for each. */
  | { readonly kind: "tuple"; readonly items: readonly SchemaNode[] }
  /** One of several, told apart by what a value looks like: see `fitting`. */
  | { readonly kind: "either"; readonly choices: readonly SchemaNode[] }
  /** Objects told apart by the word in one field. */
  | { readonly kind: "tagged"; readonly tag: string; readonly variants: Readonly<Record<string, ObjectNode>> }
  | NamedNode;

/** A type with a name of its own in the documents; `of` is called late, so that a type may hold itself. */
export interface NamedNode {
  readonly kind: "named";
  readonly name: string;
  readonly description: string;
  readonly of: () => SchemaNode;
}

export interface NumberNode {
  readonly kind: "number";
  readonly isInteger: boolean;
  readonly min: number;
  readonly max: number;
  /** What it is, for messages. */
  readonly what?: string;
}

export interface StringNode {
  readonly kind: "string";
  /** `word`: chosen by the server. `text`: from a program or a caller, so that it leaves redacted only. `regex`: a text that is a pattern. */
  readonly role: "word" | "text" | "regex";
  readonly minLength: number;
  readonly maxLength?: number;
  /** A regular expression for the documents, and for the validator. */
  readonly pattern?: string;
}

export interface ObjectNode {
  readonly kind: "object";
  /** For one of several kinds: what it is. */
  readonly description?: string;
  readonly fields: Readonly<Record<string, FieldNode>>;
  /** How the library has the field `value`: under this name, or, if it is "", with the fields of `value` in its own place. */
  readonly valueAs?: string;
}

export interface FieldNode {
  readonly schema: SchemaNode;
  readonly presence: "required" | "optional" | "defaulted";
  readonly default?: unknown;
  readonly description: string;
}

/** A schema and the types it stands for. */
export type Schema<W = unknown, WI = W, L = W, LI = L> = SchemaNode & Typed<W, WI, L, LI>;
export type Presence = FieldNode["presence"];
export type Field<W = unknown, WI = W, L = W, LI = L, P extends Presence = Presence> = FieldNode &
  Typed<W, WI, L, LI> & { readonly presence: P };

/** A checked value as it is on the wire. */
export type Wire<S> = S extends { readonly wire?: infer T } ? Exclude<T, undefined> : never;
/** A value to send, as it is on the wire. */
export type WireInput<S> = S extends { readonly wireInput?: infer T } ? Exclude<T, undefined> : never;
/** A checked value as the library has it. */
export type Library<S> = S extends { readonly library?: infer T } ? Exclude<T, undefined> : never;
/** A value to send, as the library has it. */
export type LibraryInput<S> = S extends { readonly libraryInput?: infer T } ? Exclude<T, undefined> : never;

type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail> & string>}` : K;
type Flat<T> = { [K in keyof T]: T[K] };
type Fields = Readonly<Record<string, Field>>;
type KeysOf<F extends Fields, P> = { [K in keyof F]: F[K]["presence"] extends P ? K : never }[keyof F];

type WireFields<F extends Fields> = Flat<
  { readonly [K in KeysOf<F, "required" | "defaulted">]: Wire<F[K]> } & {
    readonly [K in KeysOf<F, "optional">]?: Wire<F[K]> | undefined;
  }
>;
type WireInputFields<F extends Fields> = Flat<
  { readonly [K in KeysOf<F, "required">]: WireInput<F[K]> } & {
    readonly [K in KeysOf<F, "optional" | "defaulted">]?: WireInput<F[K]> | undefined;
  }
>;
type LibraryFields<F extends Fields> = Flat<
  { readonly [K in KeysOf<F, "required" | "defaulted"> as CamelKey<K>]: Library<F[K]> } & {
    readonly [K in KeysOf<F, "optional"> as CamelKey<K>]?: Library<F[K]> | undefined;
  }
>;
type LibraryInputFields<F extends Fields> = Flat<
  { readonly [K in KeysOf<F, "required"> as CamelKey<K>]: LibraryInput<F[K]> } & {
    readonly [K in KeysOf<F, "optional" | "defaulted"> as CamelKey<K>]?: LibraryInput<F[K]> | undefined;
  }
>;

type ObjectSchema<W, WI, L, LI> = ObjectNode & Typed<W, WI, L, LI>;

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Text from a program, a caller or the system. In a result it leaves redacted only. */
export const text = (options: { minLength?: number; maxLength?: number } = {}): Schema<string> => ({
  kind: "string",
  role: "text",
  minLength: options.minLength ?? 0,
  ...(options.maxLength === undefined ? {} : { maxLength: options.maxLength }),
});

/** A pattern of the Rust regex dialect. It leaves redacted only, as a text. */
export const regex = (): Schema<string> => ({
  kind: "string",
  role: "regex",
  minLength: 0,
  maxLength: MAX_REGEX_CHARS,
});

/** A word that the server chose: an id, a name of its own. */
export const word = <T extends string = string>(pattern?: string): Schema<T> => ({
  kind: "string",
  role: "word",
  minLength: 1,
  ...(pattern === undefined ? {} : { pattern }),
});

export const oneOf = <const V extends readonly string[]>(...values: V): Schema<V[number]> => ({ kind: "enum", values });

export const literal = <const V extends string | boolean>(value: V): Schema<V> => ({ kind: "literal", value });

export const integer = (min = 0, max = NO_LIMIT): Schema<number> => ({ kind: "number", isInteger: true, min, max });

/** A whole number that messages call by what it is. */
export const integerCalled = (what: string): Schema<number> => ({
  kind: "number",
  isInteger: true,
  min: 0,
  max: NO_LIMIT,
  what,
});

export const number = (min = 0, max = NO_LIMIT): Schema<number> => ({ kind: "number", isInteger: false, min, max });

export const boolean = (): Schema<boolean> => ({ kind: "boolean" });

export const json = (options: { maxChars?: number } = {}): Schema<unknown> => ({ kind: "json", ...options });

export const array = <W, WI, L, LI>(
  item: Schema<W, WI, L, LI>,
  maxItems = NO_LIMIT,
): Schema<readonly W[], readonly WI[], readonly L[], readonly LI[]> => ({ kind: "array", item, maxItems });

/** Its keys are data: they are spelt the same everywhere. */
export const record = <W, WI, L, LI>(
  value: Schema<W, WI, L, LI>,
  maxEntries = NO_LIMIT,
): Schema<
  Readonly<Record<string, W>>,
  Readonly<Record<string, WI>>,
  Readonly<Record<string, L>>,
  Readonly<Record<string, LI>>
> => ({ kind: "record", value, maxEntries });

export const nullable = <W, WI, L, LI>(
  inner: Schema<W, WI, L, LI>,
): Schema<W | null, WI | null, L | null, LI | null> => ({ kind: "nullable", inner });

export const oneOrMany = <W, WI, L, LI>(
  item: Schema<W, WI, L, LI>,
  maxItems: number,
): Schema<W | readonly W[], WI | readonly WI[], L | readonly L[], LI | readonly LI[]> => ({
  kind: "one_or_many",
  item,
  maxItems,
});

type Item<S> = Extract<S, SchemaNode>;

export const tuple = <const S extends readonly Schema[]>(
  ...items: S
): Schema<
  { readonly [K in keyof S]: Wire<Item<S[K]>> },
  { readonly [K in keyof S]: WireInput<Item<S[K]>> },
  { readonly [K in keyof S]: Library<Item<S[K]>> },
  { readonly [K in keyof S]: LibraryInput<Item<S[K]>> }
> => ({ kind: "tuple", items });

/** The first that fits counts: of objects, the first whose required fields are all there. */
export const either = <const S extends readonly Schema[]>(
  ...choices: S
): Schema<Wire<S[number]>, WireInput<S[number]>, Library<S[number]>, LibraryInput<S[number]>> => ({
  kind: "either",
  choices,
});

export const object = <F extends Fields>(
  fields: F,
  description?: string,
): ObjectSchema<WireFields<F>, WireInputFields<F>, LibraryFields<F>, LibraryInputFields<F>> => ({
  kind: "object",
  fields,
  ...(description === undefined ? {} : { description }),
});

/** An object whose one field is called `value` on the wire, and by a name of its own in the library. */
export const valueAs = <const N extends string, W, WI, L, LI>(
  name: N,
  value: Field<W, WI, L, LI, "required">,
  description?: string,
): ObjectSchema<{ readonly value: W }, { readonly value: WI }, { readonly [K in N]: L }, { readonly [K in N]: LI }> =>
  ({ ...object({ value }, description), valueAs: name }) as ObjectNode;

/** The same for a `value` with fields, which the library has in its place. */
export const valueFields = <W, WI, L, LI>(
  value: Field<W, WI, L, LI, "required">,
  description?: string,
): ObjectSchema<{ readonly value: W }, { readonly value: WI }, L, LI> =>
  ({ ...object({ value }, description), valueAs: "" }) as ObjectNode;

/** The same for a `value` that may be left out, with fields that may all be left out. */
export const optionalValueFields = <W, WI, L, LI>(
  value: Field<W, WI, L, LI, "defaulted">,
  description?: string,
): ObjectSchema<{ readonly value?: W | undefined }, { readonly value?: WI | undefined }, L, LI> =>
  ({ ...object({ value }, description), valueAs: "" }) as ObjectNode;

export const required = <W, WI, L, LI>(
  schema: Schema<W, WI, L, LI>,
  description: string,
): Field<W, WI, L, LI, "required"> => ({ schema, presence: "required", description });

/** May be left out, or null. */
export const optional = <W, WI, L, LI>(
  schema: Schema<W, WI, L, LI>,
  description: string,
): Field<W, WI, L, LI, "optional"> => ({ schema, presence: "optional", description });

export const defaulted = <W, WI, L, LI>(
  schema: Schema<W, WI, L, LI>,
  value: WI,
  description: string,
): Field<W, WI, L, LI, "defaulted"> => ({ schema, presence: "defaulted", default: value, description });

type Variants = Readonly<Record<string, ObjectNode>>;

/** Objects told apart by `type` or `kind`; the tag is added to each variant. */
export const tagged = <const T extends string, V extends Variants>(
  tag: T,
  variants: V,
): Schema<
  { [K in keyof V]: Flat<{ readonly [P in T]: K } & Wire<V[K]>> }[keyof V],
  { [K in keyof V]: Flat<{ readonly [P in T]: K } & WireInput<V[K]>> }[keyof V],
  { [K in keyof V]: Flat<{ readonly [P in T]: K } & Library<V[K]>> }[keyof V],
  { [K in keyof V]: Flat<{ readonly [P in T]: K } & LibraryInput<V[K]>> }[keyof V]
> => ({ kind: "tagged", tag, variants });

export const named = <W, WI, L, LI>(
  name: string,
  description: string,
  of: () => Schema<W, WI, L, LI>,
): NamedNode & Typed<W, WI, L, LI> => {
  let made: Schema<W, WI, L, LI> | undefined;
  return { kind: "named", name, description, of: () => (made ??= of()) };
};

type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail> & string>}` : K;
type SnakeKey<K> = K extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeKey<Rest> & string}`
  : K;

/** A type of the protocol with the library's spelling of its field names. */
export type CamelCased<T> = T extends readonly (infer Item)[]
  ? readonly CamelCased<Item>[]
  : T extends object
    ? { readonly [K in keyof T as CamelKey<K>]: CamelCased<T[K]> }
    : T;

/** The other way round. */
export type SnakeCased<T> = T extends readonly (infer Item)[]
  ? readonly SnakeCased<Item>[]
  : T extends object
    ? { readonly [K in keyof T as SnakeKey<K>]: SnakeCased<T[K]> }
    : T;

/**
 * Spells the field names of an answer as the library does. Only for types whose keys are all fields: the names in a map such as
 * an environment are data.
 */
export function camelCased<T>(value: T): CamelCased<T> {
  return respelt(value, camelName) as CamelCased<T>;
}

/** One name. */
export function camelName(name: string): string {
  return name.includes("_") ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name;
}

/** Spells the field names of a request as the protocol does, with the same restriction. */
export function snakeCased<T>(value: T): SnakeCased<T> {
  return respelt(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as SnakeCased<T>;
}

function respelt(value: unknown, spell: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => respelt(item, spell));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [spell(key), respelt(item, spell)]));
}

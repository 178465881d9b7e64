type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail> & string>}` : K;

/** A type of the protocol with the library's spelling of its field names. */
export type CamelCased<T> = T extends readonly (infer Item)[]
  ? readonly CamelCased<Item>[]
  : T extends object
    ? { readonly [K in keyof T as CamelKey<K>]: CamelCased<T[K]> }
    : T;

/**
 * Spells the field names of an answer as the library does. Only for types whose keys are all fields: the names in a map such as
 * an environment are data.
 */
export function camelCased<T>(value: T): CamelCased<T> {
  return spelt(value) as CamelCased<T>;
}

function spelt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelt);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [camelKey(key), spelt(item)]));
}

function camelKey(key: string): string {
  return key.includes("_") ? key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : key;
}

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
  return respelt(value, camelNames) as CamelCased<T>;
}

/** One name. */
export function camelName(name: string): string {
  return name.includes("_") ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name;
}

/** Spells the field names of a request as the protocol does, with the same restriction. */
export function snakeCased<T>(value: T): SnakeCased<T> {
  return respelt(value, snakeNames) as SnakeCased<T>;
}

const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The protocol has some hundred names; what else the other side makes up is not remembered. */
const MAX_NAMES = 1_000;

/** Names that were spelt before: an answer may have the same few a million times. */
class Spelling {
  readonly #known = new Map<string, string>();
  readonly #spell: (name: string) => string;

  constructor(spell: (name: string) => string) {
    this.#spell = spell;
  }

  of(name: string): string {
    let spelt = this.#known.get(name);
    if (spelt === undefined) {
      spelt = this.#spell(name);
      if (this.#known.size < MAX_NAMES) this.#known.set(name, spelt);
    }
    return spelt;
  }
}

const camelNames = new Spelling(camelName);
const snakeNames = new Spelling(snakeName);

function respelt(value: unknown, spelling: Spelling): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => respelt(item, spelling));
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = respelt((value as Record<string, unknown>)[key], spelling);
    const name = spelling.of(key);
    // Assigned, it would be the prototype of the result and no field.
    if (name === "__proto__") Object.defineProperty(result, name, { value: item, enumerable: true });
    else result[name] = item;
  }
  return result;
}

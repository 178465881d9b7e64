import type { ObjectNode, SchemaNode } from "#internal/protocol/index.js";
import type { Random } from "./random.js";

const TEXTS = [
  "",
  "x",
  "ready",
  "héllo\r",
  "\x1b[31m",
  "(a|b)+c?",
  "(?i)[x-z]{2,3}",
  "enter",
  "ctrl_c",
  "token=abc",
  "😀",
];
const NUMBERS = [-1, -0, 0.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 65_536, 1_001, 1e308];
const KEYS = ["__proto__", "constructor", "toString", "length", "type", "value", "kind", "", "then"];

/** Values that the schemas allow, and values that they may not. */
export class RandomValues {
  readonly #random: Random;
  /** What a field of this name must be, so that a request means something. */
  readonly #byName: Readonly<Record<string, (random: Random) => unknown>>;

  constructor(random: Random, byName: Readonly<Record<string, (random: Random) => unknown>> = {}) {
    this.#random = random;
    this.#byName = byName;
  }

  /** A value that the schema allows. */
  valid(node: SchemaNode, depth = 0): unknown {
    const random = this.#random;
    switch (node.kind) {
      case "string": {
        if (node.pattern !== undefined) return "default";
        const text = random.pick(TEXTS);
        return text.length < node.minLength ? "w" : text;
      }
      case "enum":
        return random.pick(node.values);
      case "literal":
        return node.value;
      case "number": {
        const span = Math.min(node.max - node.min, 40);
        const exact = random.pick([node.min, node.min + random.below(span + 1), Math.min(node.max, 1_000)]);
        return Math.max(node.min, exact);
      }
      case "boolean":
        return random.below(2) === 0;
      case "json":
        return this.anything();
      case "nullable":
        return random.below(3) === 0 ? null : this.valid(node.inner, depth);
      case "array":
      case "one_or_many": {
        if (node.kind === "one_or_many" && random.below(2) === 0) return this.valid(node.item, depth);
        const length = depth > 6 ? 0 : Math.min(random.below(4), node.maxItems);
        return Array.from({ length }, () => this.valid(node.item, depth + 1));
      }
      case "tuple":
        return node.items.map((item) => this.valid(item, depth + 1));
      case "either":
        return this.valid(random.pick(node.choices), depth);
      case "record":
        return Object.fromEntries(Array.from({ length: random.below(3) }, (_, i) => [`K${i}`, this.valid(node.value)]));
      case "object":
        return this.#object(node, depth);
      case "tagged": {
        const names = Object.keys(node.variants);
        const name = depth > 6 ? names[0] : random.pick(names);
        return { [node.tag]: name, ...this.#object(node.variants[name], depth) };
      }
      case "named":
        return this.valid(node.of(), depth + 1);
    }
  }

  /** Any JSON at all. */
  anything(depth = 0): unknown {
    const random = this.#random;
    switch (random.below(depth > 3 ? 5 : 7)) {
      case 0:
        return null;
      case 1:
        return random.below(2) === 0;
      case 2:
        return random.pick(NUMBERS);
      case 3:
        return random.below(50) === 0 ? "y".repeat(2_000) : random.pick([...TEXTS, ...KEYS, "\0", "\ud800"]);
      case 4:
        return random.below(100);
      case 5:
        return Array.from({ length: random.below(4) }, () => this.anything(depth + 1));
      default:
        return Object.fromEntries(
          Array.from({ length: random.below(4) }, () => [random.pick(KEYS), this.anything(depth + 1)]),
        );
    }
  }

  /** The value with one thing about it changed: dropped, retyped, made extreme, or given a strange companion. */
  mutated(value: unknown): unknown {
    const random = this.#random;
    if (typeof value !== "object" || value === null || random.below(6) === 0) return this.anything();
    if (Array.isArray(value)) {
      const list = [...(value as unknown[])];
      const at = random.below(list.length + 1);
      if (random.below(3) === 0) list.splice(at, 1);
      else list[at] = at < list.length ? this.mutated(list[at]) : this.anything();
      return list;
    }
    const names = Object.keys(value);
    const changed: Record<string, unknown> = { ...value };
    const name = names.length > 0 ? random.pick(names) : "";
    const kind = random.below(8);
    if (kind === 0) delete changed[name];
    else if (kind === 1)
      Object.defineProperty(changed, random.pick(KEYS), { value: this.anything(), enumerable: true, writable: true });
    else changed[name] = this.mutated(changed[name]);
    return changed;
  }

  #object({ fields }: ObjectNode, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      if (field.presence !== "required" && this.#random.below(2) === 0) continue;
      const special = Object.hasOwn(this.#byName, name) ? this.#byName[name] : undefined;
      made[name] = special === undefined ? this.valid(field.schema, depth + 1) : special(this.#random);
    }
    return made;
  }
}

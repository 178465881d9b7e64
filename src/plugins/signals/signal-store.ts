import { MAX_SIGNALS_KEPT, MAX_SIGNAL_CHARS_KEPT, MAX_SIGNAL_TEXT_CHARS } from "../../base/index.js";
import type { Signal, SignalValue } from "./side-facts.js";

/** The newest signals of one program, within limits. */
export class SignalStore {
  readonly #fields: readonly string[];
  readonly #kept: { readonly signal: Signal; readonly chars: number }[] = [];
  #list: readonly Signal[] | undefined;
  #chars = 0;
  #count = 0;
  #dropped = 0;

  /** Of each signal only these fields are kept. */
  constructor(fields: readonly string[]) {
    this.#fields = fields;
  }

  get signals(): readonly Signal[] {
    return (this.#list ??= this.#kept.map(({ signal }) => signal));
  }

  get dropped(): number {
    return this.#dropped;
  }

  drop(): void {
    this.#dropped++;
  }

  /** Takes one line of JSON. What is no object, or has none of the fields, is counted and dropped. */
  take(line: string, sequence: number): Signal | undefined {
    const data = this.#dataOf(line);
    if (data === undefined) {
      this.drop();
      return undefined;
    }
    const signal: Signal = { number: ++this.#count, sequence, at: performance.now(), data };
    const chars = JSON.stringify(data).length;
    this.#kept.push({ signal, chars });
    this.#chars += chars;
    while (this.#kept.length > MAX_SIGNALS_KEPT || (this.#chars > MAX_SIGNAL_CHARS_KEPT && this.#kept.length > 1))
      this.#chars -= this.#kept.shift()?.chars ?? 0;
    this.#list = undefined;
    return signal;
  }

  #dataOf(line: string): Signal["data"] | undefined {
    let told: unknown;
    try {
      told = JSON.parse(line);
    } catch {
      return undefined;
    }
    if (typeof told !== "object" || told === null || Array.isArray(told)) return undefined;
    const data: Record<string, SignalValue> = {};
    for (const field of this.#fields) {
      const value = Object.hasOwn(told, field) ? scalar((told as Record<string, unknown>)[field]) : undefined;
      if (value !== undefined) data[field] = value;
    }
    return Object.keys(data).length === 0 ? undefined : data;
  }
}

/** Texts are cut; what has parts of its own is left out. */
function scalar(value: unknown): SignalValue | undefined {
  if (typeof value === "string") return value.slice(0, MAX_SIGNAL_TEXT_CHARS);
  // 1e999 is JSON, and no number that can be handed on.
  return Number.isFinite(value) || typeof value === "boolean" || value === null ? (value as SignalValue) : undefined;
}

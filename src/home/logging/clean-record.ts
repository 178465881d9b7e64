import { blankControls } from "../../base/index.js";
import type { TextRedactor } from "./redacting-writer.js";

/** A value that JSON can hold. */
export type CleanValue = string | number | boolean | null | CleanValue[] | { [key: string]: CleanValue };

const MAX_DEPTH = 4;
const MAX_ENTRIES = 30;
const MAX_NODES = 200;
const MAX_KEY_CHARS = 100;
const MAX_STRING_CHARS = 8_192;
/** All text of one record together. */
const MAX_RECORD_CHARS = 32_768;
/** Longer texts are cut before redaction, whose cost grows with them; twice what is shown, so that a secret in it is still whole. */
const MAX_REDACTED_CHARS = 16_384;

/** Redacted only if the name before it says that it is a secret. */
const PROBE = "x7Qp2Lm9Zt4wK1";

/** Turns one record's values into small plain ones without secrets. */
export class RecordCleaner {
  readonly #redactor: TextRedactor;
  #nodes = MAX_NODES;
  #chars = MAX_RECORD_CHARS;

  constructor(redactor: TextRedactor) {
    this.#redactor = redactor;
  }

  text(value: string): string {
    if (this.#chars <= 0 && value !== "") return "… (cut)";
    const redacted = redactBothWays(value.slice(0, MAX_REDACTED_CHARS), this.#redactor);
    const shown = redacted.slice(0, Math.min(MAX_STRING_CHARS, this.#chars));
    this.#chars -= shown.length;
    return shown.length === redacted.length && value.length <= MAX_REDACTED_CHARS ? shown : `${shown}… (cut)`;
  }

  fields(fields: object): { [key: string]: CleanValue } {
    return this.#object(fields, 0);
  }

  #object(value: object, depth: number): { [key: string]: CleanValue } {
    const entries: [string, CleanValue][] = [];
    for (const key of Object.keys(value)) {
      const child = read(value, key);
      if (child === undefined) continue;
      if (entries.length === MAX_ENTRIES || this.#nodes <= 0) {
        entries.push(["…", "more left out"]);
        break;
      }
      const name = this.text(key.slice(0, MAX_KEY_CHARS));
      entries.push([name, this.#secretReplacement(key) ?? this.#value(child, depth)]);
    }
    return Object.fromEntries(entries);
  }

  /** What to show for any value under a name such as `password`: the value alone would not look secret. */
  #secretReplacement(key: string): string | undefined {
    const probe = `${key.slice(0, MAX_KEY_CHARS)}=`;
    const redacted = this.#redactor.redact(probe + PROBE);
    if (redacted === probe + PROBE) return undefined;
    return redacted.startsWith(probe) ? redacted.slice(probe.length) : redacted;
  }

  #value(value: unknown, depth: number): CleanValue {
    this.#nodes--;
    switch (typeof value) {
      case "string":
        return this.text(value);
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "boolean":
        return value;
      case "object":
        return value === null ? null : this.#composite(value, depth + 1);
      case "undefined":
        return null;
      case "function":
        return "[function]";
      default:
        return this.text(String(value));
    }
  }

  #composite(value: object, depth: number): CleanValue {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (depth > MAX_DEPTH) return "[…]";
    if (value instanceof Error) {
      // Own properties such as `code` and `cause` besides, but not every one: they may be whole requests.
      const { name, message, stack } = value;
      return this.#object({ name, message, code: read(value, "code"), cause: value.cause, stack }, depth);
    }
    if (value instanceof Map || value instanceof Set) return this.#list(value, value.size, depth);
    return Array.isArray(value) ? this.#list(value, value.length, depth) : this.#object(value, depth);
  }

  #list(values: Iterable<unknown>, length: number, depth: number): CleanValue[] {
    const result: CleanValue[] = [];
    for (const value of values) {
      if (result.length === MAX_ENTRIES || this.#nodes <= 0) {
        result.push(`… ${length - result.length} more`);
        break;
      }
      result.push(this.#value(value, depth));
    }
    return result;
  }
}

/** A property, also when reading it throws: a log call must not fail because of what it looks at. */
function read(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return "[unreadable]";
  }
}

/**
 * Redacts a text as a terminal would show it, and again with its control characters blanked: a control sequence may hide the characters
 * by which a secret is recognised.
 */
export function redactBothWays(text: string, redactor: TextRedactor): string {
  const seen = redactor.redact(text);
  const spelled = blankControls(text);
  if (spelled === text) return seen;
  const redacted = redactor.redact(spelled);
  return redacted === spelled || redacted === blankControls(seen) ? seen : redacted;
}

import { MAX_BATCH_REQUESTS, MAX_MESSAGE_DEPTH, MAX_MESSAGE_VALUES } from "../base/index.js";
import type { ShapeProblem } from "./json-shape.js";
import { shapeProblem } from "./json-shape.js";
import type { ErrorAnswer } from "./json-rpc-error.js";
import { jsonRpcError } from "./json-rpc-error.js";
import { rawNumberIds } from "./raw-ids.js";

/** An id as JSON text, echoed as it was written. */
export type RawId = string;

/** One request or notification, or what is wrong with it. */
export type Call =
  | { readonly type: "call"; readonly id: RawId | undefined; readonly method: string; readonly params: unknown }
  | { readonly type: "invalid"; readonly id: RawId; readonly error: ErrorAnswer };

/** What one message asks for. */
export type Message =
  { readonly type: "single"; readonly call: Call } | { readonly type: "batch"; readonly calls: readonly Call[] };

const NO_ID: RawId = "null";
/** A shorter text is parsed quickly whatever it holds. */
const SMALL_CHARS = 65_536;

const SHAPE_PROBLEMS: Readonly<Record<ShapeProblem, string>> = {
  too_deep: `it is nested deeper than ${MAX_MESSAGE_DEPTH} levels`,
  too_many_values: `it holds more than ${MAX_MESSAGE_VALUES} values; send several requests`,
  too_many_items: `a batch may hold ${MAX_BATCH_REQUESTS} requests; send several`,
};

/** Reads a message. Never throws: errors are part of the result. */
export function readMessage(text: string): Message {
  const problem = text.length > SMALL_CHARS ? shapeProblem(text, MAX_BATCH_REQUESTS) : undefined;
  if (problem !== undefined) return refused(invalid(SHAPE_PROBLEMS[problem]));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const hint = /^content-length:/i.test(text) ? "; a client with Content-Length headers needs the lsp framing" : "";
    return refused(jsonRpcError("parse_error", `not JSON: ${reasonOf(error)}${hint}`));
  }
  const ids = new WrittenIds(text);
  if (!Array.isArray(value)) return { type: "single", call: readCall(value, ids, 0) };
  if (value.length === 0) return refused(invalid("a batch must hold at least one request"));
  if (value.length > MAX_BATCH_REQUESTS)
    return refused(invalid(`a batch may hold ${MAX_BATCH_REQUESTS} requests, got ${value.length}; send several`));
  return { type: "batch", calls: value.map((item, index) => readCall(item, ids, index)) };
}

/** Without the text that the engine quotes: a secret that it cuts would not be recognised by the redactor. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/(?:, )?(?:\.{3})?".*"(?:\.{3})? is not valid JSON$/s, "") || "this is no value";
}

function readCall(value: unknown, ids: WrittenIds, index: number): Call {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(NO_ID, "a request must be an object");
  // Object.prototype has none of these names.
  const { jsonrpc, id: given, method, params } = value as Readonly<Record<string, unknown>>;
  const id = rawId(given, ids, index);
  if (id === null) return refuse(NO_ID, "id must be a string, a number or null");
  if (jsonrpc !== "2.0") return refuse(id ?? NO_ID, 'jsonrpc must be "2.0"');
  if (typeof method !== "string") return refuse(id ?? NO_ID, "method must be a string");
  return { type: "call", id, method, params };
}

/** Undefined for a notification, null for what cannot be an id. */
function rawId(id: unknown, ids: WrittenIds, index: number): RawId | undefined | null {
  if (id === undefined) return undefined;
  if (id === null || typeof id === "string") return JSON.stringify(id);
  return typeof id === "number" ? ids.number(id, index) : null;
}

/** Numeric ids as written: JavaScript would echo 1.0, 1e3 or a 64-bit number differently. Scans the message once at most. */
class WrittenIds {
  readonly #text: string;
  #ids: readonly (string | undefined)[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  number(id: number, index: number): RawId {
    if (this.#isPlain(id)) return String(id);
    this.#ids ??= rawNumberIds(this.#text);
    return this.#ids[index] ?? String(id);
  }

  /** Every numeric id in the message is written as JavaScript would write it. */
  #isPlain(id: number): boolean {
    return Number.isSafeInteger(id) && !Object.is(id, -0) && !ODD_ID.test(this.#text);
  }
}

/** An id with a point or an exponent, or a key `id` written with escapes. */
const ODD_ID = /"id"\s*:\s*-?\d+[.eE]|\\u00[46][49]/;

const invalid = (message: string): ErrorAnswer => jsonRpcError("invalid_request", `no valid request: ${message}`);
const refuse = (id: RawId, message: string): Call => ({ type: "invalid", id, error: invalid(message) });

/** The answer to something that is no request. */
export const refused = (error: ErrorAnswer): Message => ({
  type: "single",
  call: { type: "invalid", id: NO_ID, error },
});

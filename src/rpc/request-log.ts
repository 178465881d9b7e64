import { logger } from "../home/logging/index.js";
import type { Call } from "../jsonrpc/index.js";
import type { MethodSpec } from "../protocol/index.js";

const log = logger("rpc");
/** A client may ask a hundred thousand times a second; a log that says so is of no use to anybody. */
const MAX_RECORDS = 100;
const WINDOW_MS = 1_000;
/** What a client calls a session that does not exist is its own text. */
const ID = /^[se]\d{1,9}$/;

/** Tells of each request at the level debug, so many a second: by which name, about what, how long, and how it ended. */
export class RequestLog {
  #windowFrom = -Infinity;
  #told = 0;
  #left = 0;

  get isEnabled(): boolean {
    return log.isEnabled("debug");
  }

  /** The returned function is called with the code of the error it ended with, if it did. */
  begin(call: Extract<Call, { type: "call" }>, spec: MethodSpec | undefined): (code?: number) => void {
    const began = performance.now();
    const fields = { method: spec === undefined ? "unknown" : call.method, ...namesIn(call.params) };
    if (spec?.keeps === "until_begun" && fields.matcher !== undefined) this.#tell("a wait began", fields);
    return (code) => {
      const ms = Math.round(performance.now() - began);
      this.#tell("a request was answered", { ...fields, ms, ...(code === undefined ? {} : { code }) });
    };
  }

  #tell(message: string, fields: Readonly<Record<string, string | number | undefined>>): void {
    const now = performance.now();
    if (now - this.#windowFrom > WINDOW_MS) {
      if (this.#left > 0) log.debug("more was asked than is told", { leftOut: this.#left });
      [this.#windowFrom, this.#told, this.#left] = [now, 0, 0];
    }
    if (this.#told++ < MAX_RECORDS) log.debug(message, fields);
    else this.#left++;
  }
}

interface Names {
  readonly session?: string;
  readonly adapter?: string;
  /** The kind of what is waited for. */
  readonly matcher?: string;
}

function namesIn(params: unknown): Names {
  if (typeof params !== "object" || params === null) return {};
  const { session, adapter, matcher } = params as Readonly<Record<string, unknown>>;
  const kind = typeof matcher === "object" && matcher !== null ? (matcher as { type?: unknown }).type : undefined;
  return {
    ...(typeof session === "string" && ID.test(session) ? { session } : {}),
    ...(typeof adapter === "string" && ID.test(adapter) ? { adapter } : {}),
    ...(typeof kind === "string" && /^[a-z_]{1,30}$/.test(kind) ? { matcher: kind } : {}),
  };
}

import { logger } from "../home/logging/index.js";
import type { Call } from "../jsonrpc/index.js";
import type { MethodSpec } from "../protocol/index.js";

const log = logger("rpc");
/** Records per window: a client may send a hundred thousand requests a second, too many for a log. */
const MAX_RECORDS = 100;
const WINDOW_MS = 1_000;
/** Other ids are a client's own text, which is not logged. */
const ID = /^[se]\d{1,9}$/;

/** Logs requests at debug level, a limited number per second: method, session or adapter, duration, and error code. */
export class RequestLog {
  #windowFrom = -Infinity;
  #logged = 0;
  #dropped = 0;

  get isEnabled(): boolean {
    return log.isEnabled("debug");
  }

  /** Call the returned function at the end, with the error code if it failed. */
  begin(call: Extract<Call, { type: "call" }>, spec: MethodSpec | undefined): (code?: number) => void {
    const began = performance.now();
    const fields = { method: spec === undefined ? "unknown" : call.method, ...namesIn(call.params) };
    if (spec?.keeps === "until_begun" && fields.matcher !== undefined) this.#log("a wait began", fields);
    return (code) => {
      const ms = Math.round(performance.now() - began);
      this.#log("a request was answered", { ...fields, ms, ...(code === undefined ? {} : { code }) });
    };
  }

  #log(message: string, fields: Readonly<Record<string, string | number | undefined>>): void {
    const now = performance.now();
    if (now - this.#windowFrom > WINDOW_MS) {
      if (this.#dropped > 0) log.debug("some requests were not logged", { dropped: this.#dropped });
      [this.#windowFrom, this.#logged, this.#dropped] = [now, 0, 0];
    }
    if (this.#logged++ < MAX_RECORDS) log.debug(message, fields);
    else this.#dropped++;
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

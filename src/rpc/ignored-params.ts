import { logger } from "../home/logging/index.js";
import type { ObjectNode } from "../protocol/index.js";

const log = logger("rpc");
/** Each is told once, and a client that makes names up does not fill the log. */
const MAX_TOLD = 100;

/**
 * Unknown parameters are ignored, so that a newer client can talk to an older server. A misspelt one is ignored too, and then
 * something is not done that somebody asked for: the log says so.
 */
export class IgnoredParams {
  readonly #told = new Set<string>();

  note(method: string, { fields }: ObjectNode, params: unknown): void {
    if (typeof params !== "object" || params === null || Array.isArray(params)) return;
    for (const name in params) if (!Object.hasOwn(fields, name)) this.#tell(method, name, Object.keys(fields));
  }

  #tell(method: string, name: string, known: readonly string[]): void {
    const key = `${method} ${name}`;
    if (this.#told.has(key) || this.#told.size >= MAX_TOLD) return;
    this.#told.add(key);
    log.warn("a parameter is unknown and was ignored", { method, name: name.slice(0, 64), known: known.join(", ") });
  }
}

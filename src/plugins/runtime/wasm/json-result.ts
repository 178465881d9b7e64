import { MAX_PLUGIN_VALUE_DEPTH } from "../../../base/index.js";
import type { PluginLimits } from "../plugin-limits.js";
import type { JsonValue } from "../plugin-program.js";
import { EngineFailure } from "../worker/engine.js";

/** Makes a value of the JSON that a module answered with, up to the limits of a result. */
export function resultOf(text: string, limits: PluginLimits): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw badResult(`is no JSON: ${(error as Error).message}`);
  }
  let valuesLeft = limits.resultValues;
  const visit = (part: JsonValue | undefined, depth: number): void => {
    if (--valuesLeft < 0) throw badResult(`has more than ${limits.resultValues} values`);
    if (typeof part !== "object" || part === null) return;
    if (depth === MAX_PLUGIN_VALUE_DEPTH) throw badResult(`is nested deeper than ${MAX_PLUGIN_VALUE_DEPTH} levels`);
    for (const inner of Object.values(part)) visit(inner, depth + 1);
  };
  visit(value, 0);
  return value;
}

/** Longer than any sentence, short enough for a log. */
const MAX_COMPLAINT_CHARS = 1_000;

/** `{"error": "…"}` is how a module says that it failed; nothing that a plugin answers otherwise has such a field. */
export function complaintIn(value: JsonValue): string | undefined {
  if (typeof value !== "object" || value === null || !("error" in value)) return undefined;
  const { error } = value;
  if (typeof error !== "string") throw badResult('has an "error" that is no text');
  return error.length > MAX_COMPLAINT_CHARS ? `${error.slice(0, MAX_COMPLAINT_CHARS)}…` : error;
}

export const badResult = (text: string) => new EngineFailure({ reason: "bad_value", text: `its result ${text}` });

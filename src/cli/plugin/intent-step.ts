import { shown } from "../../base/index.js";
import { UsageError } from "../usage-error.js";

/** Whose help says how it is used. */
export const CAPTURE = "plugin capture";

/** `INTENT`, or `INTENT {"its":"parameters"}`. */
export function intentStep(text: string): { readonly intent: string; readonly params: unknown } {
  const [, intent, json] = /^\s*(\S+)\s*([^]*)$/.exec(text) ?? [];
  if (intent === undefined) throw new UsageError("--send must name an intent, got nothing", CAPTURE);
  try {
    return { intent, params: json === "" ? {} : JSON.parse(json) };
  } catch (error) {
    throw new UsageError(
      `--send: the parameters of ${shown(intent)} are not JSON: ${(error as Error).message}`,
      CAPTURE,
    );
  }
}

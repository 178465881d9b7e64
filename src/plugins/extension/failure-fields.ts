import { PluginError } from "../runtime/index.js";

/** What of a plugin's failure may be logged. Not its message: it may quote a secret without the text by which that is recognised. */
export function failureFields(error: unknown): Readonly<Record<string, string | number>> {
  if (!(error instanceof PluginError)) return { error: error instanceof Error ? error.name : typeof error };
  const { reason, file, line } = error;
  return { reason, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}

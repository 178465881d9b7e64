import { PluginError } from "../runtime/index.js";

/**
 * What may be written about a plugin's failure to a log: not its own words, in which it may quote a secret that it took out of where it
 * could be told for one.
 */
export function failureFields(error: unknown): Readonly<Record<string, string | number>> {
  if (!(error instanceof PluginError)) return { error: error instanceof Error ? error.name : typeof error };
  const { reason, file, line } = error;
  return { reason, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
}

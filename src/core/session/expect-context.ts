import type { ExpectResult } from "../../api/index.js";

const takenBefore = new WeakMap<ExpectResult, string>();

/** Remembers the end of what stood before a result and was taken by earlier ones: who covers secrets judges it with that. */
export function keepTaken(result: ExpectResult, taken: string): ExpectResult {
  takenBefore.set(result, taken);
  return result;
}

/** The end of what earlier ones took; empty if that is not known. */
export const takenBeforeResult = (result: ExpectResult): string => takenBefore.get(result) ?? "";

import type { WaitOptions } from "../../api/index.js";

/** For a caller that stands at one place for all its waits, and has no use for that place in an error. */
export const WITHOUT_STACK: unique symbol = Symbol("without stack");

/** Options of a wait as they are used within the package. */
export interface WaitOptionsWithin extends WaitOptions {
  readonly [WITHOUT_STACK]?: true;
}

import type { WaitOptions } from "../../api/index.js";

/** For a caller whose stack is of no use in an error, since it starts all waits at one place. */
export const WITHOUT_STACK: unique symbol = Symbol("without stack");

/** Options of a wait as they are used within the package. */
export interface WaitOptionsWithin extends WaitOptions {
  readonly [WITHOUT_STACK]?: true;
}

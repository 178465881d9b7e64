import type { RunOptions, SendOptions, WaitOptions } from "../../api/index.js";
import type { Typist } from "./input-lease.js";

/** For a caller whose stack is of no use in an error, since it starts all waits at one place. */
export const WITHOUT_STACK: unique symbol = Symbol("without stack");
/** Who types, where that are several. */
export const TYPIST: unique symbol = Symbol("typist");
/** What was decided on what the screen shows now is not typed later: whoever may not type is refused. */
export const AT_ONCE: unique symbol = Symbol("at once");

/** Options of a wait as they are used within the package. */
export interface WaitOptionsWithin extends WaitOptions {
  readonly [WITHOUT_STACK]?: true;
}

export interface SendOptionsWithin extends SendOptions {
  readonly [TYPIST]?: Typist | undefined;
  readonly [AT_ONCE]?: true;
}

export interface RunOptionsWithin extends RunOptions {
  readonly [TYPIST]?: Typist | undefined;
}

import { PtywrightError, escapeControls } from "../base/index.js";
import type { LeaseFacts } from "../protocol/index.js";

/**
 * Somebody has the input of the session for themselves, and others are not to wait; nothing was typed.
 *
 * @example
 * ```ts
 * await session.writeText("y\r").catch((error) => {
 *   if (error instanceof InputLeasedError) console.error(`${error.lease.who} types, for ${error.lease.forMs} ms more`);
 * });
 * ```
 */
export class InputLeasedError extends PtywrightError {
  readonly lease: LeaseFacts;

  constructor(lease: LeaseFacts) {
    super(
      "input_leased",
      `${describeLease(lease)}; nothing was typed. Look at the screen again when the lease is over, it may have changed.`,
    );
    this.lease = lease;
  }
}

export const describeLease = ({ who, as, forMs }: LeaseFacts): string =>
  `${escapeControls(who)}${as === "person" ? ", a person," : ""} has the input for themselves, for ${Math.round(forMs)} ms more`;

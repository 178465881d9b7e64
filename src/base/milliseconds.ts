import { InvalidArgumentError } from "./errors.js";
import { MAX_WAIT_TIMEOUT_MS } from "./limits.js";
import { shown } from "./options.js";

/** Checks a time to wait: one that is no number, or overflows a timer, would mean "at once" or "for ever". */
export function checkMilliseconds(field: string, value: number): number {
  if (typeof value !== "number" || !(value >= 0 && value <= MAX_WAIT_TIMEOUT_MS))
    throw new InvalidArgumentError(
      field,
      `${field} must be a number from 0 to ${MAX_WAIT_TIMEOUT_MS} (a day), got ${shown(value)}`,
    );
  return value;
}

/** A server answers within milliseconds, and a busy one within a second; one that is stopped never does. */
export const ANSWER_MS = 10_000;

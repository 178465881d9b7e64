import { setTimeout as delay } from "node:timers/promises";

/** Waits for a promise, but no longer than this: the exit comes after all output, which a raw transcript on a dead disk may hold up for ever. */
export async function settledWithin(promise: Promise<unknown>, limitMs: number): Promise<void> {
  const limit = new AbortController();
  await Promise.race([promise, delay(limitMs, undefined, { signal: limit.signal }).catch(() => undefined)]);
  limit.abort();
}

import { WaitCancelledError } from "../base/index.js";

/** What the promise comes to, unless the signal fires first; then a WaitCancelledError, and nobody hears of it any more. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined, message: string): Promise<T> {
  if (signal === undefined) return promise;
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new WaitCancelledError(message, { cause: signal.reason }));
  });
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

import { WaitCancelledError } from "./errors.js";
import { onAbort } from "./on-abort.js";

/** What the promise comes to, unless the signal fires first; then a WaitCancelledError, and nobody hears of it any more. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined, message: string): Promise<T> {
  if (signal === undefined) return promise;
  let stopListening = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = (): void => reject(new WaitCancelledError(message, { cause: signal.reason }));
    stopListening = onAbort(signal, giveUp);
    if (signal.aborted) giveUp();
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    stopListening();
  }
}

import { InvalidArgumentError, WaitCancelledError } from "./errors.js";

/** Settles like the promise, or rejects with a WaitCancelledError if the signal fires first. */
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

interface Listeners {
  readonly all: Set<() => void>;
  readonly callAll: () => void;
}

const listenersOf = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls back when the signal fires, not if it has fired already; the returned function stops listening. However many wait with a signal, it gets one listener: Node
 * warns of a leak at eleven, and searches through all of them to add or remove one.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  let listeners = listenersOf.get(signal);
  if (listeners === undefined) listenersOf.set(signal, (listeners = newListeners()));
  const { all, callAll } = listeners;
  if (all.size === 0) signal.addEventListener("abort", callAll);
  all.add(listener);
  return () => {
    if (all.delete(listener) && all.size === 0) signal.removeEventListener("abort", callAll);
  };
}

function newListeners(): Listeners {
  const all = new Set<() => void>();
  return {
    all,
    callAll: () => {
      for (const listener of [...all]) listener();
    },
  };
}

/** Checked by its methods: a signal of another realm, or of a polyfill, has another class. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal !== undefined && typeof signal?.addEventListener !== "function")
    throw new InvalidArgumentError("signal", "signal must be an AbortSignal, such as AbortSignal.timeout(1000)");
}

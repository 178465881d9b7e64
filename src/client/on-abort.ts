const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal fires; returns how to stop that. A signal gets one listener of ours however many wait with it:
 * Node would take eleven for a leak.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const all = listenersOf.get(signal) ?? new Set();
  listenersOf.set(signal, all);
  if (all.size === 0) signal.addEventListener("abort", callAll);
  all.add(listener);
  return () => {
    if (all.delete(listener) && all.size === 0) signal.removeEventListener("abort", callAll);
  };
}

function callAll(this: AbortSignal): void {
  for (const listener of [...(listenersOf.get(this) ?? [])]) listener();
}

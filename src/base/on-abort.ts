import { InvalidArgumentError } from "./errors.js";

interface Listeners {
  readonly all: Set<() => void>;
  readonly callAll: () => void;
}

const listenersOf = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls back when the signal fires; returns how to stop that. A signal gets one listener of ours however many wait with it:
 * Node would take eleven for a leak, and looks through all of them to add or remove one.
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

/** By what it can do, not by its class: another realm, or a polyfill, has a class of its own. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal !== undefined && typeof signal?.addEventListener !== "function")
    throw new InvalidArgumentError("signal", "signal must be an AbortSignal, such as AbortSignal.timeout(1000)");
}

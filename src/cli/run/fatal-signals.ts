import { readFileSync } from "node:fs";
import { constants } from "node:os";

const SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/** Calls the listener for each signal that asks us to end; the returned function ends it. */
export function onFatalSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  const heeded = SIGNALS.filter((signal) => !isIgnored(signal));
  for (const signal of heeded) process.on(signal, listener);
  return () => {
    for (const signal of heeded) process.off(signal, listener);
  };
}

/** Whoever started us under nohup does not want us to heed SIGHUP. */
function isIgnored(signal: NodeJS.Signals): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1] ?? "0";
    return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
  } catch {
    // Not Linux: it cannot be known.
    return false;
  }
}

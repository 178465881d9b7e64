import type { Signal } from "./action.js";
import { InvalidArgumentError, UnsupportedOnPlatformError, shown } from "../../base/index.js";

const NODE_NAMES: Readonly<Record<Signal, NodeJS.Signals>> = {
  term: "SIGTERM",
  hup: "SIGHUP",
  quit: "SIGQUIT",
  int: "SIGINT",
  kill: "SIGKILL",
  user1: "SIGUSR1",
  user2: "SIGUSR2",
};

/**
 * Every signal name, in the contract's order.
 *
 * @example
 * ```ts
 * SIGNALS.includes("term"); // true
 * ```
 */
export const SIGNALS = Object.keys(NODE_NAMES) as readonly Signal[];

const ON_WINDOWS: ReadonlySet<Signal> = new Set<Signal>(["term", "int", "kill"]);

/** True for one of {@link SIGNALS}. */
export function isSignal(value: unknown): value is Signal {
  return typeof value === "string" && Object.hasOwn(NODE_NAMES, value);
}

function meant(signal: unknown): string {
  const known = SIGNALS.find((name) => NODE_NAMES[name] === signal);
  return known === undefined ? "" : `; here it is called "${known}"`;
}

/** Node's name for a signal; throws where the platform has no such signal. */
export function nodeSignal(signal: Signal, platform: NodeJS.Platform = process.platform): NodeJS.Signals {
  if (!isSignal(signal))
    throw new InvalidArgumentError(
      "signal",
      `signal must be one of ${SIGNALS.join(", ")}, got ${shown(signal)}${meant(signal)}`,
    );
  if (platform === "win32" && !ON_WINDOWS.has(signal))
    throw new UnsupportedOnPlatformError(`Windows has no signal "${signal}"; use term, int or kill there`);
  return NODE_NAMES[signal];
}

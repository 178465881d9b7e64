import type { LogFields, RecordLevel } from "./logger.js";

/** Where records go once logging has been set up. */
export interface LogReceiver {
  isEnabled(level: RecordLevel, module: string): boolean;
  receive(level: RecordLevel, module: string, message: string, fields?: LogFields): void;
}

let receiver: LogReceiver | undefined;

/** Sets where every logger's records go; undefined makes them silent. */
export function setReceiver(next: LogReceiver | undefined): void {
  receiver = next;
}

export function currentReceiver(): LogReceiver | undefined {
  return receiver;
}

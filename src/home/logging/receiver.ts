import type { LogLevel } from "../config/index.js";

export type LogFields = Readonly<Record<string, unknown>>;
export type RecordLevel = Exclude<LogLevel, "off">;

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

import { randomBytes } from "node:crypto";
import { MAX_ENVIRONMENT_BYTES, readStart } from "./proc-text.js";

/** Tells a program that it runs inside a session of ours, and us which processes came from it. */
export const MARKER_VARIABLE = "PTYWRIGHT_SESSION";

/** One per process of ours; not a secret, only unique. */
export const HOST_MARKER = `${process.pid}-${randomBytes(6).toString("hex")}`;

let count = 0;

export function nextMarker(): string {
  return `${HOST_MARKER}.${++count}`;
}

/** The marker in a process's environment, as it was when the process began. */
export function markerOf(pid: number): string | undefined {
  const environment = `\0${readStart(`/proc/${pid}/environ`, MAX_ENVIRONMENT_BYTES) ?? ""}`;
  const name = `\0${MARKER_VARIABLE}=`;
  const at = environment.indexOf(name);
  if (at < 0) return undefined;
  const end = environment.indexOf("\0", at + 1);
  return environment.slice(at + name.length, end < 0 ? undefined : end);
}

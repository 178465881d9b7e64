import { readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";

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
  let environment: string;
  try {
    environment = readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // Gone, or another user's.
    return undefined;
  }
  const prefix = `${MARKER_VARIABLE}=`;
  return environment
    .split("\0")
    .find((entry) => entry.startsWith(prefix))
    ?.slice(prefix.length);
}

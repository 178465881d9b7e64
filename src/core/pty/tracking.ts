import { limitTool } from "./limit-mark.js";
import { HostCgroup } from "./session-cgroup.js";

/**
 * By what the processes of a session are found again, the surest first: a control group of their own, which nobody leaves by accident; a mark
 * in their limits, which all inherit; the mark in their environment. Their terminal, their session and their parents count everywhere.
 */
export type TrackingKind = "cgroup" | "limits" | "environment";

export interface Tracking {
  readonly kind: TrackingKind;
  /** Why it is none of the surer ones; empty for the surest. */
  readonly reason: string;
  readonly cgroup: HostCgroup | undefined;
}

/** For tests, and for who wants less: the surest that is taken. */
const TRACKING_VARIABLE = "PTYWRIGHT_TRACKING";

function findTracking(): Tracking {
  const asked = process.env[TRACKING_VARIABLE] ?? "";
  const reasons: string[] = [];
  const isAsked = asked === "limits" || asked === "environment";
  if (process.platform !== "linux")
    return { kind: "environment", reason: "only Linux has more than that", cgroup: undefined };
  if (isAsked) reasons.push(`${TRACKING_VARIABLE} is ${asked}`);
  else
    try {
      return { kind: "cgroup", reason: "", cgroup: HostCgroup.open() };
    } catch (error) {
      reasons.push(`no control group: ${(error as Error).message}`);
    }
  if (asked !== "environment") {
    if (limitTool() !== null) return { kind: "limits", reason: reasons.join("; "), cgroup: undefined };
    reasons.push("no prlimit, or the limit that it would set is in use");
  }
  return { kind: "environment", reason: reasons.join("; "), cgroup: undefined };
}

let tracking: Tracking | undefined;

/** What this process can do; found out with its first session. */
export const trackingHere = (): Tracking => (tracking ??= findTracking());

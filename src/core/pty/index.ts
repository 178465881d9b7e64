/**
 * pty: a process on a real terminal. How is it started, read without loss, written to without busy waiting, and ended together with all
 * that it started, also after a crash of ours?
 * Must not know: what the bytes mean, screens, waits.
 */
export type { ExitStatus, Launch, PtyListener, PtyOutput, PtyProcess } from "./pty-process.js";
export type { PreparedLaunch } from "./prepare-launch.js";
export type { ForegroundProcess } from "./foreground-process.js";
export { foregroundProcess } from "./foreground-process.js";
export { prepareLaunch } from "./prepare-launch.js";
export { ProcessGroup, requireGone } from "./process-group.js";
export type { Guardian } from "./guardian.js";
export { guardianFor } from "./guardian.js";
export { orphanedLedgers, sweepOrphans } from "./orphan-sweep.js";
export { isOwnerGone, ownerName } from "./owner-name.js";
export { MARKER_VARIABLE } from "./session-marker.js";
export { nativeVersions, preloadPty } from "./native-binding.js";
export { spawnPty } from "./spawn-pty.js";
export type { GuardedLaunch } from "./guarded-launch.js";
export { launchGuarded } from "./guarded-launch.js";
export type { Tracking, TrackingKind } from "./tracking.js";
export { trackingHere } from "./tracking.js";

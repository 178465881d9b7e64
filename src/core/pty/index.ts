/**
 * pty: a process on a real terminal. How is it started, read without loss, written to without busy waiting, and ended together with all
 * that it started, also after a crash of ours?
 * Must not know: what the bytes mean, screens, waits.
 */
export type { ExitStatus, Launch, PtyListener, PtyOutput, PtyProcess } from "./pty-process.js";
export type { PreparedLaunch } from "./prepare-launch.js";
export { prepareLaunch } from "./prepare-launch.js";
export type { EndReport } from "./process-group.js";
export { ProcessGroup } from "./process-group.js";
export type { Guardian } from "./guardian.js";
export { guardianFor } from "./guardian.js";
export { sweepOrphans } from "./orphan-sweep.js";
export { MARKER_VARIABLE } from "./session-marker.js";
export { preloadPty } from "./native-binding.js";
export { spawnPty } from "./spawn-pty.js";

import { MAX_WAIT_TIMEOUT_MS } from "./limits.js";

/** For a timer that looks again when it fires: one that is set for longer than Node can count fires at once, over and over. */
export const timerMs = (ms: number): number => Math.max(1, Math.min(Math.ceil(ms), MAX_WAIT_TIMEOUT_MS));

/**
 * cli/logs: `ptywright logs`, the end of the newest log file, and what is added to it. Works on bytes and whole lines, so that no
 * character is cut; memory does not grow with the files.
 * Must not: change what it shows (records were redacted and escaped when they were written), or poll.
 */
export { logs, type LogsOptions } from "./logs.js";

/**
 * cli/logs: the end of the newest log file, and what is added to it. Works on bytes and whole lines, so that no character
 * is cut and nothing is decoded; memory does not grow with the files.
 * Should avoid: changing what it shows (records were redacted and escaped when they were written), polling.
 */
export { logs, type LogsOptions } from "./logs.js";

/**
 * logging: diagnostics for people. Levels, one redacted and escaped line for each record, a private file for each day,
 * stderr where the command allows it. Silent until one of the `initFor…` calls; never on stdout.
 * Must not: throw into or block the caller, queue without limit, know sessions or RPC.
 */
export * from "./init.js";
export * from "./log-files.js";
export * from "./logger.js";
export type { LogFields, RecordLevel } from "./receiver.js";
export { redactBothWays } from "./clean-record.js";
export * from "./redacting-writer.js";

/**
 * config: where the per-user files live, what config.toml says, and the grammar of log levels.
 * Must not: act on what it reads (logging does), or create anything before it is needed.
 */
export * from "./config.js";
export * from "./default-timeout.js";
export * from "./key-line.js";
export * from "./log-directive.js";
export * from "./paths.js";
export * from "./toml.js";

/**
 * target: what to run, as plain values: program, arguments, directory, environment overlay, terminal size, and the
 * environment a child gets from them. Everything is validated when it is built, so that later layers can trust it.
 * Must not: start processes, look at the file system, read process.env on its own.
 */
export * from "./environment.js";
export * from "./target.js";
export * from "./target-builder.js";
export * from "./target-options.js";
export * from "./terminal-size.js";

/**
 * base: errors, limits, the package's own name, and what the language lacks. Knows nothing about terminals or JSON-RPC.
 */
export * from "./deadline.js";
export * from "./did-you-mean.js";
export * from "./errors.js";
export * from "./limits.js";
export * from "./loop-budget.js";
export * from "./map-concurrent.js";
export * from "./mutex.js";
export * from "./timer-ms.js";
export * from "./on-abort.js";
export * from "./open-files.js";
export * from "./options.js";
export * from "./or-aborted.js";
export * from "./package-info.js";

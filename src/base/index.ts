/**
 * base: errors, limits and the package's own name. Knows nothing about terminals or JSON-RPC.
 */
export * from "./errors.js";
export * from "./limits.js";
export * from "./options.js";
export * from "./package-info.js";

/**
 * base: errors, limits, the package's name, and small tools that the language lacks (mutex, deadline, abort).
 * Everything may import it, and it imports nothing.
 * Must not know: terminals, JSON-RPC, plugins.
 */
export * from "./deadline.js";
export * from "./did-you-mean.js";
export * from "./errors.js";
export * from "./escape-controls.js";
export * from "./limits.js";
export * from "./fair-turns.js";
export * from "./map-concurrent.js";
export * from "./milliseconds.js";
export * from "./mutex.js";
export * from "./abort.js";
export * from "./open-files.js";
export * from "./options.js";
export * from "./package-info.js";
export * from "./way-to-file.js";

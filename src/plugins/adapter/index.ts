/**
 * adapter: a program and the plugin that knows it, started as one by name, and the catalogue of such plugins.
 * Should avoid: doing again what sessions and extensions do; RPC; behaviour for one program.
 */
export type { AdapterOptions } from "./adapter.js";
export { Adapter } from "./adapter.js";
export type { AdapterTarget } from "./adapter-target.js";
export { PluginCatalog } from "./plugin-catalog.js";
export type { AskObserver, AskOptions, Decision } from "./ask/ask-options.js";
export { Asking } from "./ask/asking.js";
export { metadataAt } from "./ask/metadata-at.js";
export type { Outcome, OutcomeKind } from "./ask/outcome.js";
export type { PermissionAsked } from "./ask/permission-asked.js";

/**
 * adapter: a program together with the plugin that knows it. How is one started by the name of its plugin, which plugins are there, and
 * how is one prompt asked and its answer waited for?
 * Must not know: RPC, the command line, any particular program. Sessions and extensions do the work.
 */
export type { AdapterOptions } from "./adapter.js";
export { Adapter } from "./adapter.js";
export type { AdapterTarget } from "./adapter-target.js";
export { PluginCatalog } from "./plugin-catalog.js";
export type { AskObserver, AskOptions, DecidedBy, Decision, PermissionDecision } from "./ask/ask-options.js";
export { metadataAt } from "./ask/metadata-at.js";
export type { Outcome, OutcomeKind } from "./ask/asking.js";
export { Asking } from "./ask/asking.js";
export type { PermissionAsked } from "./ask/permission-asked.js";

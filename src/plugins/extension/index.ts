/**
 * extension: a session driven by a plugin. What does the screen mean (classify), what is typed for an intent (plan), what is waited for
 * (matchers)? Also the plugins that answer `lua` matchers.
 * Must not know: PTY and parser, RPC, any particular program.
 */
export type { Look } from "./classifier.js";
export { answerAfter } from "./classifier.js";
export type { ClassifyContext } from "./classify-context.js";
export { bodyAndStatus } from "./classify-context.js";
export type { Conversation } from "./conversation.js";
export type { Extension, ExtensionDescription, IntentPlan } from "./extension.js";
export type { ExtensionEvent, ExtensionListener } from "./extension-events.js";
export type { ExtensionTurnResult, ExtensionWaitResult } from "./extension-handle.js";
export type { IntentOptions, IntentWaitOptions, TurnOptions } from "../../api/index.js";
export { ExtensionHandle } from "./extension-handle.js";
export type { Classification, ExtensionState, HostMark, TurnEvent } from "./extension-state.js";
export { LuaPluginRegistry } from "./lua-plugin-registry.js";
export { LuaExtension, PluginExtension } from "./plugin-extension.js";

/**
 * extension: what knows one kind of program. It joins a session and a plugin: looks at the screen through the plugin's eyes, carries its
 * intents out, waits for what it names. Should avoid: PTY and parser matters, RPC, names of programs.
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

import { PtywrightError } from "../../base/index.js";

/** Why a call into a plugin has no answer. */
export type PluginErrorReason =
  "failed" | "instructions" | "time" | "memory" | "unavailable" | "missing_export" | "bad_value";

/** Where in the plugin's own files it happened. */
export interface PluginPosition {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** A plugin failed, was cut off, or cannot be called at all. */
export class PluginError extends PtywrightError {
  readonly plugin: string;
  readonly reason: PluginErrorReason;
  readonly file?: string;
  readonly line?: number;

  constructor(plugin: string, reason: PluginErrorReason, message: string, position: PluginPosition = {}) {
    super("plugin_failed", message);
    this.plugin = plugin;
    this.reason = reason;
    if (position.file !== undefined) this.file = position.file;
    if (position.line !== undefined) this.line = position.line;
  }
}

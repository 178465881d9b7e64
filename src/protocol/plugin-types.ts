import { MAX_TERMINAL_SIDE } from "../base/index.js";
import type { Input, Output } from "./schema/schema.js";
import {
  array,
  defaulted,
  integer,
  named,
  object,
  oneOf,
  optional,
  record,
  required,
  text,
  word,
} from "./schema/schema.js";

/** What a plugin may be granted. */
export const PLUGIN_PERMISSIONS = [
  "session.spawn",
  "session.kill",
  "session.resize",
  "screen.read",
  "transcript.read",
  "input.write",
  "matcher.wait",
] as const;

export const pluginPermission = oneOf(...PLUGIN_PERMISSIONS);
export type PluginPermission = Output<typeof pluginPermission>;

const side = integer(1, MAX_TERMINAL_SIDE);

export const pluginManifest = named("PluginManifest", "What a plugin is, and what it may do.", () =>
  object({
    name: required(text({ minLength: 1 }), "The name it is called by."),
    kind: required(oneOf("adapter", "macro", "matcher"), "What it is for."),
    version: required(text({ minLength: 1 }), "Its version."),
    runtime: optional(oneOf("lua", "wasm"), "What its code runs in; left out where there is no code."),
    entrypoint: optional(text(), "The file its code begins with, relative to the manifest."),
    permissions: defaulted(array(pluginPermission), [], "What it may do; each at most once."),
    default_target: optional(
      object({
        program: required(text({ minLength: 1 }), "The program it drives."),
        args: optional(array(text()), "The program's arguments."),
        rows: optional(side, "Rows of its terminal."),
        cols: optional(side, "Columns of its terminal."),
        env: optional(record(text()), "Variables that a caller may override."),
        required_env: optional(record(text()), "Variables that nobody may override."),
      }),
      "What to start where the caller does not say.",
    ),
  }),
);
export type WireManifest = Output<typeof pluginManifest>;
export type WireManifestInput = Input<typeof pluginManifest>;

export const pluginDescription = {
  intents: required(array(text()), "What adapter.send understands."),
  wait_matchers: required(array(text()), "What adapter.wait understands."),
  states: required(array(text()), "The states it tells apart; empty if it does not say."),
};

export const pluginName = required(text({ minLength: 1 }), "The plugin's name.");
export const pluginNameInAnswer = required(text(), "The plugin's name.");
export const adapterWord = required(word(), "The adapter's id: e1, e2, …");

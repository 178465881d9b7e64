import { MAX_TERMINAL_SIDE } from "../base/index.js";
import type { Library, LibraryInput, Wire } from "./schema/schema.js";
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

/**
 * What a plugin may be granted.
 *
 * @example
 * ```ts
 * for (const permission of PLUGIN_PERMISSIONS) console.log(permission); // session.spawn, session.kill …
 * ```
 */
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
/** One of what a plugin may be granted. */
export type PluginPermission = Library<typeof pluginPermission>;

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
/** A manifest as it is written in TOML and JSON, and on the wire. */
export type WireManifest = Wire<typeof pluginManifest>;
/** What a manifest says; what has a default may be left out. */
export type PluginManifestOptions = LibraryInput<typeof pluginManifest>;

const intent = (description: string) => required(text({ minLength: 1 }), description);
const states = array(text({ minLength: 1 }));
const place = (description: string) => optional(text({ minLength: 1 }), `${description}: a path in the metadata.`);

export const conversation = named(
  "Conversation",
  "How a program is asked something and answers, in the words of its plugin. A path such as `permission.tool` names fields inside fields.",
  () =>
    object({
      prompt: required(
        object({
          intent: intent("The intent that sends a prompt."),
          param: required(text({ minLength: 1 }), "The parameter that has its text."),
        }),
        "How to ask.",
      ),
      cancel: intent("The intent that stops a turn."),
      waits: required(
        object({
          ready: intent("The wait matcher for a program that can be asked, or asks something itself."),
          turn: intent("The wait matcher for a turn that is over, or has come to a question."),
        }),
        "What to wait for.",
      ),
      states: required(
        object({
          ready: required(states, "It takes a prompt."),
          working: required(states, "It starts, or is at work; nothing has to be done."),
          done: required(states, "The turn is over and has its answer."),
          failed: defaulted(states, [], "The turn is over with an error."),
        }),
        "What its states mean; those that stand nowhere in here need a person.",
      ),
      trust: optional(
        object({
          states: required(states, "It asks whether it may work here at all."),
          accept: intent("The intent that says yes."),
          decline: intent("The intent that says no."),
        }),
        "How to answer whether the place is trusted.",
      ),
      permission: optional(
        object({
          states: required(states, "It asks whether it may do something."),
          approve: intent("The intent that allows it once."),
          deny: intent("The intent that refuses it."),
          tool: place("The name of what it wants to use"),
          summary: place("What it wants to do"),
          mode: place("The mode it is in, where there are modes in which it does not ask"),
          asks_in: optional(states, "The modes in which it asks before it does anything."),
        }),
        "How to answer what it asks leave for.",
      ),
      dialog_id: place("Which question is asked; given back as `dialog_id` with the answer"),
      answer: place("The whole answer of a turn that is done"),
      whole: place("False where only the end of the answer could be seen"),
      delivery: place("The receipt for the prompt"),
    }),
);
/** How a program is asked something and answers, in its extension's words. */
export type Conversation = Library<typeof conversation>;

export const pluginDescription = {
  intents: required(array(text()), "What adapter.send understands."),
  wait_matchers: required(array(text()), "What adapter.wait understands."),
  states: required(array(text()), "The states it tells apart; empty if it does not say."),
  conversation: optional(conversation, "How it is asked something and answers, if it says so."),
};

export const pluginName = required(text({ minLength: 1 }), "The plugin's name.");
export const pluginNameInAnswer = required(text(), "The plugin's name.");
export const adapterWord = required(word(), "The adapter's id: e1, e2, …");

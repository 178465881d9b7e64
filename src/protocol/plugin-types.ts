import { MAX_NAME_CHARS, MAX_PATH_CHARS, MAX_TERMINAL_SIDE } from "../base/index.js";
import { path, programArguments, programVariables } from "./program-fields.js";
import type { Library, LibraryInput, Wire } from "./schema/schema.js";
import {
  array,
  boolean,
  defaulted,
  integer,
  named,
  object,
  oneOf,
  optional,
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
const name = text({ minLength: 1, maxLength: MAX_NAME_CHARS });
/** More than there are. */
const MAX_PERMISSIONS = 64;
/** Names in one list of a side channel. */
const MAX_FIELDS = 64;

const fieldName = text({ minLength: 1, maxLength: MAX_NAME_CHARS });
const fieldNames = array(fieldName, MAX_FIELDS);

const sideChannel = object({
  programs: required(array(fieldName, MAX_FIELDS), "Files of which name have it unless the caller says otherwise."),
  env: optional(fieldName, "The variable that tells the program the folder in which it leaves its signals."),
  args: defaulted(
    programArguments,
    [],
    "Put before the program's arguments; `{channel}` is the folder, `{leave}` a shell command that leaves there what it reads.",
  ),
  unless: defaulted(fieldNames, [], "Arguments of the caller's that take the place of these: then there is none."),
  fields: required(fieldNames, "What is kept of a signal, which is an object: plain values, by their names."),
  record: optional(
    object({
      field: required(fieldName, "The field of a signal that names the record: a file whose name ends in .jsonl."),
      kind: required(fieldName, "The field that tells what a signal is."),
      after: required(fieldNames, "Of which kind a signal must be for the record to be read."),
      until: optional(
        fieldNames,
        "After which kinds of signals it is read no more; those of neither list change nothing. Left out: after any other.",
      ),
      below: required(array(path, MAX_FIELDS), "The folders it must lie below; they may begin with `~` or `$NAME`."),
      keep: required(fieldNames, "What is kept of an entry: paths such as `message.content.text`."),
    }),
    "The program keeps a record of its own, which is handed over as `record`.",
  ),
});

/** How a program tells its plugin something beside its screen. */
export type SideChannelSpec = Library<typeof sideChannel>;

export const pluginManifest = named("PluginManifest", "What a plugin is, and what it may do.", () =>
  object({
    name: required(name, "The name it is called by."),
    kind: required(oneOf("adapter", "macro", "matcher"), "What it is for."),
    version: required(name, "Its version."),
    runtime: optional(oneOf("lua", "wasm"), "What its code runs in; left out where there is no code."),
    entrypoint: optional(
      text({ maxLength: MAX_PATH_CHARS }),
      "The file its code begins with, relative to the manifest.",
    ),
    permissions: defaulted(array(pluginPermission, MAX_PERMISSIONS), [], "What it may do; each at most once."),
    reads_terminal: optional(
      boolean(),
      "It is handed `terminal`: the rows of the screen with their styles, beside the text; needs screen.read.",
    ),
    default_target: optional(
      object({
        program: required(path, "The program it drives."),
        args: optional(programArguments, "The program's arguments."),
        rows: optional(side, "Rows of its terminal."),
        cols: optional(side, "Columns of its terminal."),
        env: optional(programVariables, "Variables that a caller may override."),
        required_env: optional(programVariables, "Variables that nobody may override."),
      }),
      "What to start where the caller does not say.",
    ),
    side_channel: optional(
      sideChannel,
      "Its program tells it something beside the screen, as `signals`; needs screen.read. Left out, it does not.",
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
      commands: defaulted(
        boolean(),
        false,
        "Its prompts are commands of a shell: where that is bash, zsh or fish, `ask` runs them and ends with their exit code.",
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
          doubt: place("Why the name is not known, in words for a person"),
          mode: place("The mode it is in, where there are modes in which it does not ask"),
          asks_in: optional(states, "The modes in which it asks before it does anything."),
        }),
        "How to answer what it asks leave for.",
      ),
      dialog_id: place("Which question is asked; given back as `dialog_id` with the answer"),
      answer: place("The whole answer of a turn that is done"),
      whole: place("False where only the end of the answer could be seen, or not as it was written"),
      doubt: place("Why it is not whole, in words for a person"),
      failure: place("Which kind of failure it was, of a turn that has failed: `rate_limit`, `quota`, or another word"),
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

export const pluginName = required(name, "The plugin's name.");
export const pluginNameInAnswer = required(text(), "The plugin's name.");
export const adapterWord = required(word(), "The adapter's id: e1, e2, …");

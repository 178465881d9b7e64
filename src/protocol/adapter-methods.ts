import { MAX_NAME_CHARS, MAX_PARAMS_CHARS, MAX_PATH_CHARS, MAX_WAIT_TIMEOUT_MS } from "../base/index.js";
import { adapterState } from "./adapter-types.js";
import { endReportFields } from "./end-report.js";
import { outcome } from "./matcher-types.js";
import { method } from "./method.js";
import { adapterWord, pluginManifest, pluginName, pluginNameInAnswer } from "./plugin-types.js";
import { path, programArguments, programVariables } from "./program-fields.js";
import {
  optionalFrame,
  screenRead,
  snapshotFields,
  transcriptText,
  waitTellingFields,
  waitTimeFields,
} from "./read-fields.js";
import { presenceFields, sinceField } from "./since-types.js";
import { redactionFields } from "./redaction-types.js";
import {
  array,
  boolean,
  defaulted,
  integer,
  json,
  literal,
  object,
  optional,
  required,
  text,
  word,
} from "./schema/schema.js";
import { pixels, screenSnapshot, side } from "./terminal-types.js";

const DEFAULT_WAIT_INTENT = "wait_turn_matcher";
const TIMEOUT_DOC = "As adapter.start was told unless said otherwise: 120,000 if nothing was.";

const name = text({ minLength: 1, maxLength: MAX_NAME_CHARS });
const pluginParams = json({ maxChars: MAX_PARAMS_CHARS });
const adapter = required(name, "The adapter's id.");
const session = required(word(), "The id of its session; session.* methods do not take it.");
const state = required(adapterState, "What the plugin makes of the screen.");
const intent = required(name, "One of the plugin's intents; plugin.describe lists them.");
const params = optional(pluginParams, "Handed to the plugin.");
const waitId = optional(name, "A name of your choice, for adapter.cancel_wait.");
const timeout = integer(0, MAX_WAIT_TIMEOUT_MS);
const waitIntent = name;

const startFields = {
  plugin: pluginName,
  program: optional(path, "The program; the manifest's unless said otherwise."),
  args: optional(programArguments, "Its arguments; the manifest's if left out, none if empty."),
  cwd: optional(text({ maxLength: MAX_PATH_CHARS }), "Its working directory; the server's own unless said otherwise."),
  env: defaulted(programVariables, {}, "Variables to set for it."),
  clear_env: defaulted(boolean(), false, "It inherits nothing of the server's environment."),
  rows: optional(side, "Rows; the manifest's or 40 unless said otherwise."),
  cols: optional(side, "Columns; the manifest's or 120 unless said otherwise."),
  pixel_width: optional(pixels, "Width in pixels."),
  pixel_height: optional(pixels, "Height in pixels."),
  timeout_ms: optional(
    timeout,
    "How long a wait or a turn may take that is told nothing; the server's PTYWRIGHT_TIMEOUT_MS, or 120,000, unless said otherwise.",
  ),
  side_channel: optional(
    boolean(),
    "Whether the program tells its plugin more than it shows; as the manifest says unless said otherwise.",
  ),
  ...redactionFields,
};
const started = object({ adapter: adapterWord, plugin: pluginNameInAnswer, session, state });
const waitedFields = {
  state,
  matched: required(literal(true), "What was waited for has come."),
  ...waitTimeFields,
  outcome: required(outcome, "Which branch of the plugin's matcher held."),
  ...presenceFields,
  wait_id: optional(text(), "As asked for."),
};
const waitErrors = ["matcher_timeout", "session_closed", "permission_denied", "wait_cancelled"] as const;

export const adapterMethods = {
  "adapter.list": method({
    summary: "The manifests of all plugins that can be started, by name.",
    params: object({}),
    result: object({ plugins: required(array(pluginManifest), "The manifests.") }),
    errors: [],
    lane: "plugins",
    keeps: "until_done",
    example: {},
  }),
  "adapter.live": method({
    summary: "The adapters that run, in the order of their creation.",
    params: object({}),
    result: object({
      adapters: required(
        array(
          object({
            adapter: adapterWord,
            plugin: pluginNameInAnswer,
            session,
            sequence: required(integer(), "How far its session is."),
            finished: required(boolean(), "Its program has ended."),
          }),
        ),
        "One for each.",
      ),
    }),
    errors: [],
    lane: "adapters",
    keeps: "until_done",
    example: {},
  }),
  "adapter.start": method({
    summary: "Starts a program together with the plugin that knows it.",
    params: object(startFields),
    result: started,
    errors: ["permission_denied"],
    needs: ["session.spawn"],
    lane: "adapter_start",
    keeps: "until_effect",
    example: { plugin: "shell", cwd: "/tmp" },
  }),
  "adapter.resume": method({
    summary:
      "Starts anew, and closes the one before if there still is one. What is wrong with the new one is found before the old one is closed.",
    params: object({
      ...startFields,
      prior_adapter: optional(name, "The one to close first."),
    }),
    result: started,
    errors: ["permission_denied"],
    needs: ["session.spawn"],
    lane: "adapter_start",
    keeps: "until_effect",
    example: { plugin: "shell", prior_adapter: "e1" },
  }),
  "adapter.state": method({
    summary: "Has the plugin look at the screen as it is now.",
    params: object({ adapter, ...redactionFields }),
    result: object({ state }),
    errors: ["permission_denied"],
    needs: ["screen.read"],
    lane: "adapter",
    keeps: "until_begun",
    example: { adapter: "e1" },
  }),
  "adapter.send": method({
    summary:
      "Carries out an intent of the plugin, and has it look again. One adapter takes one send, wait or turn at a time.",
    params: object({
      adapter,
      intent,
      params,
      ...redactionFields,
      wait_id: optional(
        name,
        "A name of your choice, for adapter.cancel_wait: what is not typed by then is not typed.",
      ),
    }),
    result: object({ state }),
    errors: ["session_closed", "wait_cancelled", "permission_denied"],
    needs: ["input.write"],
    lane: "adapter_turn",
    keeps: "until_effect",
    example: { adapter: "e1", intent: "run", params: { command: "ls" } },
  }),
  "adapter.wait": method({
    summary: "Waits for what the plugin says is to be waited for.",
    params: object({
      adapter,
      intent: defaulted(waitIntent, DEFAULT_WAIT_INTENT, "One of the plugin's wait matchers."),
      params,
      timeout_ms: optional(timeout, `From its arrival on, also in line. 0 looks once. ${TIMEOUT_DOC}`),
      since: sinceField,
      ...waitTellingFields,
      wait_id: waitId,
      ...redactionFields,
    }),
    result: object({
      ...waitedFields,
      snapshot: optional(
        screenSnapshot,
        "The screen at that moment, without its cells, unless `result` is none; if the plugin is granted screen.read.",
      ),
      transcript_tail: optional(
        text(),
        "The end of the output at that moment, if `result` is full; if the plugin is granted transcript.read.",
      ),
    }),
    errors: [...waitErrors],
    needs: ["matcher.wait"],
    lane: "adapter_turn",
    keeps: "until_begun",
    example: { adapter: "e1", timeout_ms: 60_000 },
  }),
  "adapter.turn": method({
    summary:
      "Sends and waits as one: nobody else's intent comes in between. Instead of `send` and `wait`, their fields may stand beside `adapter`.",
    params: object({
      adapter,
      send: optional(object({ intent, params }), "What to send."),
      wait: optional(
        object({
          intent: optional(
            waitIntent,
            `One of the plugin's wait matchers; ${DEFAULT_WAIT_INTENT} unless said otherwise.`,
          ),
          params,
          timeout_ms: optional(timeout, `For the whole turn, from its arrival on. ${TIMEOUT_DOC}`),
          since: sinceField,
          frame: optionalFrame,
          wait_id: waitId,
        }),
        "What to wait for.",
      ),
      intent: optional(name, "Flat form: what to send."),
      params,
      wait_intent: optional(waitIntent, "Flat form: what to wait for."),
      wait_params: optional(pluginParams, "Flat form: handed to the plugin."),
      timeout_ms: optional(timeout, "Flat form."),
      since: sinceField,
      frame: optionalFrame,
      wait_id: waitId,
      ...redactionFields,
    }),
    result: object(waitedFields),
    errors: [...waitErrors],
    needs: ["input.write", "matcher.wait"],
    lane: "adapter_turn",
    keeps: "until_begun",
    example: { adapter: "e1", send: { intent: "run", params: { command: "ls" } } },
  }),
  "adapter.cancel_wait": method({
    summary: "Ends a wait in flight with -32005: by its name, or all waits, turns and sends of an adapter.",
    params: object({
      wait_id: optional(name, "The name given to adapter.send, adapter.wait or adapter.turn."),
      adapter: optional(name, "The adapter; also those that wait in line are ended."),
    }),
    result: object({
      cancelled: required(boolean(), "False: there is no such wait, or it has been answered."),
      adapter: optional(word(), "The adapter that waited."),
      wait_id: optional(text(), "The name of the wait."),
    }),
    errors: [],
    lane: "wait",
    keeps: "until_done",
    example: { adapter: "e1" },
  }),
  "adapter.snapshot": method({
    summary: "The screen as it is now.",
    params: object({ adapter, ...snapshotFields }),
    result: screenRead,
    errors: ["permission_denied"],
    needs: ["screen.read"],
    lane: "adapter",
    keeps: "until_done",
    example: { adapter: "e1", cells: false },
  }),
  "adapter.transcript": method({
    summary: "The output kept in memory, escape sequences included.",
    params: object({ adapter, ...redactionFields }),
    result: transcriptText,
    errors: ["permission_denied"],
    needs: ["transcript.read"],
    lane: "adapter",
    keeps: "until_done",
    example: { adapter: "e1" },
  }),
  "adapter.inspect": method({
    summary: "What the plugin sees and makes of it, all of one moment.",
    params: object({ adapter, ...redactionFields }),
    result: object({
      adapter: adapterWord,
      plugin: pluginNameInAnswer,
      session,
      state,
      plain_text: required(text(), "The screen."),
      body_text: required(text(), "The screen without its last three lines."),
      status_text: required(text(), "The last three lines; empty on a screen of six or fewer."),
      transcript_tail: required(text(), "The end of the output."),
      last_intent: optional(text(), "What the last plan left."),
      sequence: required(integer(), "At which moment."),
    }),
    errors: ["permission_denied"],
    needs: ["screen.read"],
    lane: "adapter",
    keeps: "until_begun",
    example: { adapter: "e1" },
  }),
  "adapter.close": method({
    summary: "Ends the program and all that it started, the plugin's instance with it.",
    params: object({ adapter }),
    result: object({ closed: required(literal(true), "It is gone."), ...endReportFields }),
    errors: ["permission_denied"],
    needs: ["session.kill"],
    lane: "adapter_end",
    keeps: "until_done",
    example: { adapter: "e1" },
  }),
} as const;

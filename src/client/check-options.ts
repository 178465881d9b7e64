import { checkOptionNames } from "../base/index.js";
import type { MethodName } from "../protocol/index.js";
import { methods } from "../protocol/index.js";
import { camelName } from "../wire/index.js";

/** The server ignores names that it does not know, so that a misspelt option would be lost without a word. */
function optionNames(method: MethodName, without: readonly string[]): string[] {
  return Object.keys(methods[method].params.fields)
    .filter((name) => !without.includes(name))
    .map(camelName);
}

const SPAWN_OPTIONS = optionNames("session.create", []);
const WAIT_OPTIONS = [...optionNames("session.wait", ["session", "matcher"]), "signal"];
const SNAPSHOT_OPTIONS = optionNames("session.snapshot", ["session"]);
const TRANSCRIPT_OPTIONS = optionNames("session.transcript", ["session"]);
const ADAPTER_OPTIONS = optionNames("adapter.start", ["plugin"]);
const ADAPTER_WAIT_OPTIONS = [...optionNames("adapter.wait", ["adapter"]), "signal"];
const TURN_OPTIONS = [...optionNames("adapter.turn", ["adapter", "send", "wait", "intent", "params"]), "signal"];
const SIZE = optionNames("session.resize", ["session"]);

export const checkSpawnOptions = (options: unknown): void => checkOptionNames("spawn options", options, SPAWN_OPTIONS);
export const checkWaitOptions = (options: unknown): void => checkOptionNames("wait options", options, WAIT_OPTIONS);
export const checkSnapshotOptions = (options: unknown): void =>
  checkOptionNames("snapshot options", options, SNAPSHOT_OPTIONS);
export const checkTranscriptOptions = (options: unknown): void =>
  checkOptionNames("transcript options", options, TRANSCRIPT_OPTIONS);
export const checkAdapterOptions = (options: unknown): void =>
  checkOptionNames("adapter options", options, ADAPTER_OPTIONS);
export const checkIntentOptions = (options: unknown): void =>
  checkOptionNames("intent options", options, [...TRANSCRIPT_OPTIONS, "signal"]);
export const checkAdapterWaitOptions = (options: unknown): void =>
  checkOptionNames("wait options", options, ADAPTER_WAIT_OPTIONS);
export const checkTurnOptions = (options: unknown): void => checkOptionNames("turn options", options, TURN_OPTIONS);
export const checkSize = (size: unknown): void => checkOptionNames("size", size, SIZE);

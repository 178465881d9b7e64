import type { MatchMoment } from "../../core/matcher/index.js";
import type { PluginManifest } from "../manifest/index.js";
import type { JsonValue } from "../runtime/index.js";
import type { ClassifyContext } from "./classify-context.js";

/** A classifier's context in a plugin's words. What the manifest does not grant to be read is empty. */
export function contextFor(manifest: PluginManifest, context: ClassifyContext): JsonValue {
  const seesScreen = manifest.grants("screen.read");
  return {
    screen: seesScreen ? context.screen : "",
    body_text: seesScreen ? context.bodyText : "",
    status_text: seesScreen ? context.statusText : "",
    transcript: manifest.grants("transcript.read") ? context.transcript : "",
    sequence: context.sequence,
    markers: context.markers,
    cursor: context.cursor,
    completed_turn_stable_ms: context.completedTurnStableMs,
    stable_ms: context.stableMs,
    last_intent: context.lastIntent,
    last_event_seq: context.lastEventSeq,
    process_exited: context.exitStatus === undefined ? undefined : true,
    exit_code: context.exitStatus?.exitCode ?? undefined,
    signal: context.exitStatus?.signal ?? undefined,
  };
}

export function predicateInputFor(manifest: PluginManifest, moment: MatchMoment, params: unknown): JsonValue {
  return {
    screen: manifest.grants("screen.read") ? moment.screenText : "",
    transcript: manifest.grants("transcript.read") ? moment.transcriptTail : "",
    sequence: moment.sequence,
    stable_ms: Math.floor(moment.stableMs),
    process_exited: moment.exited,
    markers: Object.fromEntries(moment.markers),
    cursor: moment.transcriptCursor,
    params: (params ?? {}) as JsonValue,
  };
}

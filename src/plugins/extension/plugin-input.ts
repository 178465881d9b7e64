import type { MatchMoment } from "../../core/matcher/index.js";
import { classifyInput, encode, predicateInput } from "../../protocol/index.js";
import type { PluginManifest } from "../manifest/index.js";
import type { JsonValue } from "../runtime/index.js";
import type { ClassifyContext } from "./classify-context.js";

/** A classifier's context in the names that plugins use. What the manifest does not grant is empty. */
export function contextFor(manifest: PluginManifest, context: ClassifyContext): JsonValue {
  const { exitStatus, ...seen } = context;
  const hidden = {
    ...(manifest.grants("screen.read") ? {} : { screen: "", bodyText: "", statusText: "" }),
    ...(manifest.grants("transcript.read") ? {} : { transcript: "" }),
  };
  return encode(classifyInput, {
    ...seen,
    ...hidden,
    processExited: exitStatus === undefined ? undefined : true,
    exitCode: exitStatus?.exitCode ?? undefined,
    signal: exitStatus?.signal ?? undefined,
  });
}

export function predicateInputFor(manifest: PluginManifest, moment: MatchMoment, params: unknown): JsonValue {
  return encode(predicateInput, {
    screen: manifest.grants("screen.read") ? moment.screenText : "",
    transcript: manifest.grants("transcript.read") ? moment.transcriptTail : "",
    sequence: moment.sequence,
    stableMs: Math.floor(moment.stableMs),
    processExited: moment.exited,
    markers: Object.fromEntries(moment.markers),
    cursor: moment.transcriptCursor,
    params: params ?? {},
  }) as JsonValue;
}

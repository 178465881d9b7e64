import type { MatchMoment } from "../../core/matcher/index.js";
import type { SideFacts } from "../signals/index.js";
import type { Library, TerminalView } from "../../protocol/index.js";
import { classifyInput, encode, predicateInput } from "../../protocol/index.js";
import type { PluginManifest } from "../manifest/index.js";
import type { JsonValue } from "../runtime/index.js";
import type { ClassifyContext } from "./classify-context.js";

/** A classifier's context in the names that plugins use. What the manifest does not grant is empty. */
export function contextFor(manifest: PluginManifest, context: ClassifyContext): JsonValue {
  const { exitStatus, terminal, side, ...seen } = context;
  const hidden = {
    ...(manifest.grants("screen.read") ? {} : { screen: "", bodyText: "", statusText: "" }),
    ...(manifest.grants("transcript.read") ? {} : { transcript: "" }),
  };
  return encode(classifyInput, {
    ...seen,
    ...hidden,
    terminal: terminalFor(manifest, terminal),
    ...sideFor(manifest, side),
    processExited: exitStatus === undefined ? undefined : true,
    exitCode: exitStatus?.exitCode ?? undefined,
    signal: exitStatus?.signal ?? undefined,
  }) as JsonValue;
}

export function predicateInputFor(
  manifest: PluginManifest,
  moment: MatchMoment,
  params: unknown,
  side?: SideFacts,
): JsonValue {
  return encode(predicateInput, {
    screen: manifest.grants("screen.read") ? moment.screenText : "",
    transcript: manifest.grants("transcript.read") ? moment.transcriptTail : "",
    sequence: moment.sequence,
    stableMs: Math.floor(moment.stableMs),
    processExited: moment.exited,
    markers: Object.fromEntries(moment.markers),
    cursor: moment.transcriptCursor,
    params: params ?? {},
    terminal: terminalFor(manifest, () => moment.terminal()),
    signals: sideFor(manifest, side).signals,
  }) as JsonValue;
}

/** Only for those that read it: it costs more than the text. */
function terminalFor(manifest: PluginManifest, terminal: ClassifyContext["terminal"]): TerminalView | undefined {
  return manifest.readsTerminal === true && manifest.grants("screen.read") ? terminal?.() : undefined;
}

type Side = Pick<Library<typeof classifyInput>, "signals" | "signalsDropped" | "record">;

/** Nothing at all where the program has no way to tell anything. */
function sideFor(manifest: PluginManifest, side: SideFacts | undefined): Side {
  if (side === undefined || !manifest.grants("screen.read")) return {};
  const now = performance.now();
  const signals = side.signals.map(({ number, sequence, at, data }) => ({
    number,
    sequence,
    ageMs: Math.max(0, Math.floor(now - at)),
    data,
  }));
  return { signals, signalsDropped: side.dropped, record: side.record };
}

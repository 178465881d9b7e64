import { TRANSCRIPT_TAIL_CHARS } from "../../base/index.js";
import type { ClassifyContext } from "../extension/index.js";
import { PluginExtension, bodyAndStatus } from "../extension/index.js";
import type { LoadedPlugin } from "../manifest/index.js";
import { PluginError } from "../runtime/index.js";
import type { FixtureExpectation } from "./fixture-expectation.js";
import type { SeenState } from "./fixture-result.js";
import type { ShownScreen } from "./ansi-screen.js";

/** Longer than any plugin waits for. */
const STILL_MS = 60_000;
/** As adapters have it. */
const COMPLETED_TURN_STABLE_MS = 300;

export type Given = Pick<FixtureExpectation, "lastIntent" | "stableMs" | "signals">;

/**
 * What a plugin that has just been started makes of a screen, as one that has seen others may remember them; or why it makes nothing
 * of it. Rejects if the plugin does not even start.
 */
export async function classifyScreen(
  plugin: LoadedPlugin,
  shown: ShownScreen,
  given: Given = {},
): Promise<SeenState | PluginError> {
  const extension = await PluginExtension.start(plugin);
  try {
    const { state, confidence, evidence, metadata } = await extension.classify(contextOf(shown, given));
    return { state, confidence, evidence, ...(metadata === undefined ? {} : { metadata }) };
  } catch (error) {
    if (error instanceof PluginError) return error;
    throw error;
  } finally {
    await extension.close();
  }
}

/** As of a session whose program printed these lines and nothing else. */
function contextOf(
  { screen, terminal }: ShownScreen,
  { lastIntent, stableMs = STILL_MS, signals }: Given,
): ClassifyContext {
  const { body: bodyText, status: statusText } = bodyAndStatus(screen);
  const printed = screen.replaceAll("\n", "\r\n");
  return {
    screen,
    bodyText,
    statusText,
    transcript: printed.slice(-TRANSCRIPT_TAIL_CHARS),
    sequence: 1,
    markers: {},
    cursor: [...printed].length,
    completedTurnStableMs: COMPLETED_TURN_STABLE_MS,
    stableMs,
    lastIntent,
    terminal: () => terminal,
    side: signals && { signals: toldBefore(signals, stableMs), dropped: 0 },
  };
}

type Told = NonNullable<ClassifyContext["side"]>["signals"];

const toldBefore = (signals: NonNullable<Given["signals"]>, ageMs: number): Told =>
  signals.map((data, at) => ({
    number: at + 1,
    sequence: 1,
    at: performance.now() - ageMs,
    data: data as Told[number]["data"],
  }));

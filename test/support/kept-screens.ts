import assert from "node:assert/strict";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { ClassifyContext, IntentPlan, PlanStep, PluginExtension } from "ptywright/plugins";
import { IntentRefusedError, LuaExtension } from "ptywright/plugins";
import { loadFixtures } from "ptywright/testing";

/** Where the claude-code plugin lies. */
export const FOLDER = join(import.meta.dirname, "..", "..", "..", "plugins", "claude-code");
/** The screens it is tested with. */
export const FIXTURES = loadFixtures(join(FOLDER, "fixtures"));

export interface Seen {
  readonly state: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly dialog_id?: string };
}

export async function started(t: TestContext): Promise<PluginExtension> {
  const extension = await LuaExtension.builtIn("claude-code");
  t.after(() => extension.close());
  return extension;
}

/** What a plugin is given of a session that shows this screen. */
export const contextOf = (screen: string, stableMs: number): ClassifyContext => ({
  screen,
  bodyText: screen,
  statusText: "",
  transcript: "",
  sequence: 1,
  markers: {},
  cursor: 0,
  completedTurnStableMs: 300,
  stableMs,
});

/** What the plugin makes of one kept screen, as if the program had shown it for a minute. */
export async function looked(
  extension: PluginExtension,
  name: string,
  wantedMs?: number,
  change?: (screen: string) => string,
): Promise<Seen> {
  const fixture = FIXTURES.find((one) => one.name === name);
  assert.ok(fixture, name);
  const { expected, screen, terminal } = fixture;
  // What a program has told means something for a while.
  const stableMs = wantedMs ?? (expected.signals && expected.stableMs) ?? 60_000;
  // Of a screen that was changed only the text is known.
  const shown = change === undefined ? { terminal: () => terminal } : {};
  const signals = expected.signals?.map((data, at) => {
    const told = data as Readonly<Record<string, string>>;
    return { number: at + 1, sequence: 1, at: performance.now() - stableMs, data: told };
  });
  const context = {
    ...contextOf(change?.(screen) ?? screen, stableMs),
    ...shown,
    lastIntent: expected.lastIntent,
    side: signals && { signals, dropped: 0 },
  };
  return (await extension.classify(context)) as Seen;
}

/** The plan, or the word it was refused with. */
export const planned = (
  extension: PluginExtension,
  intent: string,
  params: unknown = {},
): Promise<IntentPlan | string> =>
  extension.plan(intent, params).catch((error: unknown) => {
    if (error instanceof IntentRefusedError) return error.reason;
    throw error;
  });

/** What is typed, without the looks between. */
export const typed = (plan: IntentPlan | string): string[] =>
  typeof plan === "string" ? [`refused: ${plan}`] : plan.steps.filter((step) => !isLook(step)).map(shown);
const isLook = (step: PlanStep): boolean => step.type === "wait" || step.type === "expect";
const shown = (step: PlanStep): string => {
  const { type, ...rest } = step as PlanStep & Readonly<Record<string, unknown>>;
  return [type, ...Object.values(rest)].join(" ");
};
/** The names of the screens that have this in theirs. */
export const named = (part: string): string[] => FIXTURES.map(({ name }) => name).filter((name) => name.includes(part));

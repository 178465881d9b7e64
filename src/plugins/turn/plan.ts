import { setImmediate as immediate } from "node:timers/promises";
import type { Action } from "../../core/action/index.js";
import { validateAction } from "../../core/action/index.js";
import {
  InvalidArgumentError,
  PlanInterruptedError,
  PtywrightError,
  SessionClosedError,
  WaitCancelledError,
  orAborted,
} from "../../base/index.js";
import type { PlanStep } from "../../protocol/index.js";
import { compileMatcher } from "../../core/matcher/index.js";
import type { Session } from "../../core/session/index.js";

/** How long a step waits by default. */
const STEP_TIMEOUT_MS = 5_000;

/** Tries of one `expect`: an animated screen is stable for longer than one check takes only now and then. */
const MAX_LOOKS = 20;

/** Parts of one plan; a plan with more would probably never end. */
const MAX_PARTS = 16;

export type { PlanStep };
/** A check between two actions: the next action is sent only if the matcher holds just before it (`expect`), or held in time (`wait`). */
export type LookStep = Extract<PlanStep, { readonly type: "wait" | "expect" }>;

/** Actions and checks for a session, in order. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** Decides what to do after these steps were carried out. */
  readonly next?: (() => Promise<Plan | undefined>) | undefined;
}

export interface PlanOptions {
  readonly signal?: AbortSignal | undefined;
}

const isLook = (step: PlanStep): step is LookStep => step.type === "wait" || step.type === "expect";

/** Throws if a step is invalid, before the first is carried out. */
export function checkPlan({ steps }: Plan): void {
  for (const step of steps) {
    if (isLook(step)) compileMatcher(step.matcher);
    else validateAction(step);
  }
}

/**
 * Carries out a plan, part by part. Actions between two checks are sent as one, with nothing typed in between. If a check fails, it
 * ends with a PlanInterruptedError, and nothing after it is sent.
 */
export async function carryOut(plan: Plan, session: Session, options: PlanOptions = {}): Promise<void> {
  let part: Plan | undefined = plan;
  for (let count = 1; part !== undefined; count++) {
    if (count > MAX_PARTS) throw new InvalidArgumentError("continue", `a plan has ${MAX_PARTS} parts at most`);
    await carryOutPart(part, session, options);
    part = await orAborted(part.next?.() ?? Promise.resolve(undefined), options.signal, "cancelled between two parts");
  }
}

async function carryOutPart(plan: Plan, session: Session, options: PlanOptions): Promise<void> {
  checkPlan(plan);
  const { steps } = plan;
  for (let at = 0; at < steps.length;) {
    const step = steps[at];
    if (isLook(step)) {
      await look(step, session, options).catch((error: unknown) => interrupted(error, step, at, steps));
      at++;
      continue;
    }
    const end = steps.findIndex((other, index) => index > at && isLook(other));
    const actions = steps.slice(at, end < 0 ? steps.length : end) as Action[];
    await session.send(actions, { signal: options.signal });
    at += actions.length;
  }
}

async function look(step: LookStep, session: Session, { signal }: PlanOptions): Promise<void> {
  const { matcher, since } = step;
  if (step.type === "wait") {
    await session.waitFor(matcher, { timeoutMs: step.timeoutMs ?? STEP_TIMEOUT_MS, since, signal });
    return;
  }
  for (let looks = 1; looks <= MAX_LOOKS; looks++) {
    const { sequence } = await session.waitFor(matcher, { timeoutMs: 0, since, signal });
    // Output that arrived during the check is read too: the next keys may mean something else on the new screen.
    await immediate();
    if (session.sequence === sequence) return;
  }
  throw new PtywrightError(
    "plan_interrupted",
    `the screen changed during each of ${MAX_LOOKS} looks, so that nothing could be relied on`,
  );
}

/** A cancel, or the end of the program, is passed on as it is. */
function interrupted(error: unknown, { message }: LookStep, at: number, steps: readonly PlanStep[]): never {
  const isOurs = error instanceof PtywrightError && !(error instanceof WaitCancelledError);
  if (!isOurs || error instanceof SessionClosedError) throw error;
  const sent = steps.slice(0, at).filter((step) => !isLook(step)).length;
  throw new PlanInterruptedError(
    message ?? error.message,
    { step: at + 1, steps: steps.length, sent },
    { cause: error },
  );
}

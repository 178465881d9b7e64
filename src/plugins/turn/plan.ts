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

/** How long a step waits where it does not say. */
const STEP_TIMEOUT_MS = 5_000;

/** Of one `expect`: a program that animates its screen is still for longer than a look takes now and then. */
const MAX_LOOKS = 20;

/** Of one plan: enough to look, act and look again a few times; more never comes to an end. */
const MAX_PARTS = 16;

export type { PlanStep };
/** A look between two actions: what follows is done only if the matcher holds just before it (`expect`), or has held in time (`wait`). */
export type LookStep = Extract<PlanStep, { readonly type: "wait" | "expect" }>;

/** What is to be done to a session, in order. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** What comes behind it, decided on what is there when everything before was done. */
  readonly next?: (() => Promise<Plan | undefined>) | undefined;
}

export interface PlanOptions {
  readonly signal?: AbortSignal | undefined;
}

const isLook = (step: PlanStep): step is LookStep => step.type === "wait" || step.type === "expect";

/** Throws if any part of a plan is wrong, before the first is done. */
export function checkPlan({ steps }: Plan): void {
  for (const step of steps) {
    if (isLook(step)) compileMatcher(step.matcher);
    else validateAction(step);
  }
}

/**
 * Carries a plan out, part by part. Actions between two looks are sent as one, with nothing typed in between. A look that fails ends it
 * with a
 * PlanInterruptedError: nothing behind it is sent.
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
  const { matcher } = step;
  if (step.type === "wait") {
    await session.waitFor(matcher, { timeoutMs: step.timeoutMs ?? STEP_TIMEOUT_MS, signal });
    return;
  }
  for (let looks = 1; looks <= MAX_LOOKS; looks++) {
    const { sequence } = await session.waitFor(matcher, { timeoutMs: 0, signal });
    // What has arrived while it was judged is read and judged as well: the keys behind it may mean something else by now.
    await immediate();
    if (session.sequence === sequence) return;
  }
  throw new PtywrightError(
    "plan_interrupted",
    `the screen changed during each of ${MAX_LOOKS} looks, so that nothing could be relied on`,
  );
}

/** What a caller cancelled, or a program that has ended, is no fault of the plan. */
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

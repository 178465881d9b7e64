/**
 * turn: one exchange with a program. How is a plan of actions and checks carried out, and when is the turn over?
 * Must not know: plugins, any particular program, what should be sent.
 */
export type { LookStep, Plan, PlanOptions, PlanStep } from "./plan.js";
export { carryOut, checkPlan } from "./plan.js";
export type { Turn, TurnResult } from "./run-turn.js";
export { runTurn } from "./run-turn.js";
export { TimeLimit } from "./time-limit.js";

/**
 * turn: sending and waiting as one: a plan carried out whole or not at all, one at a time, until a matcher says that it is over.
 * Should avoid: names of programs, plugins, anything that decides what to send.
 */
export type { LookStep, Plan, PlanOptions, PlanStep } from "./plan.js";
export { carryOut, checkPlan } from "./plan.js";
export type { Turn, TurnResult } from "./run-turn.js";
export { runTurn } from "./run-turn.js";
export { TimeLimit } from "./time-limit.js";

import type { Look } from "../../extension/index.js";

export type OutcomeKind =
  /** The turn is over and has its answer. */
  | "answered"
  /** The program says that the turn went wrong. */
  | "failed"
  /** The turn is over without an answer: stopped by the program, or by what was refused. */
  | "stopped"
  /** The program asks whether it may work here, and nobody said so. */
  | "trust_needed"
  /** The program shows what only a person can answer, or what its plugin does not know. */
  | "person_needed"
  /** The program is in a mode in which it does things without asking; it was not asked anything. */
  | "unguarded"
  /** The program has ended. */
  | "exited";

/** How a turn ended, and in which state. */
export interface Outcome {
  readonly kind: OutcomeKind;
  readonly look: Look;
}

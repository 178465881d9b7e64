import type { OpenQuestions } from "./open-questions.js";
import type { Printer } from "./printer.js";
import type { ScreenState } from "./screen-state.js";

/** What a sequence may act on. */
export interface SequenceContext {
  readonly state: ScreenState;
  readonly printer: Printer;
  /** Sends an answer to the program. */
  readonly reply: (text: string) => void;
  readonly questions: OpenQuestions;
}

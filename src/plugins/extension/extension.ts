import type { Matcher } from "../../core/matcher/index.js";
import type { Plan } from "../turn/index.js";
import type { ClassifyContext } from "./classify-context.js";
import type { Conversation } from "./conversation.js";
import type { Classification } from "./extension-state.js";

/** What an intent comes to. */
export interface IntentPlan extends Plan {
  /** Absent keeps what was recorded before, "" clears it. Recorded once everything was sent. */
  readonly lastIntent?: string | undefined;
  /** Asks the extension what comes next. It decides on the newest look, so there must be one before. */
  readonly next?: (() => Promise<IntentPlan>) | undefined;
}

/** What an extension says about itself. */
export interface ExtensionDescription {
  readonly intents: readonly string[];
  readonly waitMatchers: readonly string[];
  /** Empty if it does not say. */
  readonly states: readonly string[];
  /** How it is asked something and answers, if it says so. */
  readonly conversation?: Conversation | undefined;
}

/** What knows one kind of program: it says what is on the screen, what to type, and what to wait for. It does none of it itself. */
export interface Extension {
  readonly name: string;
  classify(context: ClassifyContext): Promise<Classification>;
  plan(intent: string, params: unknown): Promise<IntentPlan>;
  waitMatcher(intent: string, params: unknown): Promise<Matcher>;
  describe(): Promise<ExtensionDescription>;
  close(): Promise<void>;
}

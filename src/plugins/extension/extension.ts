import type { Matcher } from "../../core/matcher/index.js";
import type { Plan } from "../turn/index.js";
import type { ClassifyContext } from "./classify-context.js";
import type { Conversation } from "./conversation.js";
import type { Classification } from "./extension-state.js";

/** What to do for an intent. */
export interface IntentPlan extends Plan {
  /** Recorded once everything was sent. Absent keeps the earlier value, "" clears it. */
  readonly lastIntent?: string | undefined;
  /** Asks the extension for the next part. It plans for the last classification, so classify first. */
  readonly next?: (() => Promise<IntentPlan>) | undefined;
}

/** What an extension says about itself. */
export interface ExtensionDescription {
  readonly intents: readonly string[];
  readonly waitMatchers: readonly string[];
  /** Empty if it declares none. */
  readonly states: readonly string[];
  /** How to send it a prompt and read its answer, if it declares that. */
  readonly conversation?: Conversation | undefined;
}

/** Knows one kind of program: decides what a screen means, what to type, and what to wait for. It does none of it itself. */
export interface Extension {
  readonly name: string;
  classify(context: ClassifyContext): Promise<Classification>;
  plan(intent: string, params: unknown): Promise<IntentPlan>;
  waitMatcher(intent: string, params: unknown): Promise<Matcher>;
  describe(): Promise<ExtensionDescription>;
  close(): Promise<void>;
}

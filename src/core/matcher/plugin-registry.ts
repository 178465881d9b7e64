import type { MatchMoment } from "./match-view.js";

/** What a plugin's predicate may answer. */
export interface PredicateOutcome {
  readonly matched: boolean;
  readonly evidence?: string | undefined;
  readonly capture?: string | undefined;
}

/** Where `lua` matchers are asked. Plugins run elsewhere, so that the answer comes later; a rejection counts as no match. */
export interface PluginRegistry {
  has(plugin: string): boolean;
  evaluate(plugin: string, predicate: string, params: unknown, moment: MatchMoment): Promise<PredicateOutcome>;
  /** The same plugins for one session alone, so that no other waits for its answers. Without it, all sessions share them. */
  forSession?(): SessionPlugins;
}

/** What one session asks, and closes with itself. */
export interface SessionPlugins extends PluginRegistry {
  close(): Promise<void>;
}

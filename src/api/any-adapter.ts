import type { ExtensionState, MatchOutcome, TurnEvent } from "../protocol/index.js";
import type { EndReport } from "./any-session.js";
import type { Since } from "./wait.js";

export const DEFAULT_WAIT_INTENT = "wait_turn_matcher";

/** What ends an intent early. */
export interface IntentOptions {
  /** Ends it with a WaitCancelledError. What was typed by then stays typed. */
  readonly signal?: AbortSignal | undefined;
}

/** The same, and how long the wait for it may take. */
export interface IntentWaitOptions extends IntentOptions {
  /**
   * Counted from the call on, also while others have their turn. Default the session's own if it was told one, else PTYWRIGHT_TIMEOUT_MS, else
   * 120,000, or less under a test runner that ends a test by itself. 0 looks once.
   */
  readonly timeoutMs?: number | undefined;
  /** Only what was written after this counts; in a turn, `"input"` is what its plan typed last. */
  readonly since?: Since | undefined;
  /** `any` looks into frames that are being drawn (mode 2026). Default `complete`. */
  readonly frame?: "complete" | "any" | undefined;
}

/** The same, and what is waited for. */
export interface TurnOptions extends IntentWaitOptions {
  /** Default `wait_turn_matcher`. */
  readonly waitIntent?: string | undefined;
  readonly waitParams?: unknown;
}

/** How a wait or a turn of an adapter ended. */
export interface AdapterMatch {
  readonly state: ExtensionState;
  /** The moment at which it held; the state may be of a later one. */
  readonly sequence: number;
  readonly elapsedMs: number;
  /** Which branch of the plugin's matcher held. */
  readonly outcome: MatchOutcome;
  /** With `since`: the first change after which it was there. */
  readonly firstSeenSequence?: number | undefined;
  /** With `since`: it would have held before that, which does not count. */
  readonly wasPresentBefore?: boolean | undefined;
}

export type AdapterEvent =
  /** After a look that found another state than the one before. */
  | { readonly type: "state_changed"; readonly state: ExtensionState }
  /** The program shows, for as long as ends a turn, what its plugin does not know. Once, until it knows it again. */
  | { readonly type: "drift"; readonly state: ExtensionState }
  /** Something happened within a turn. */
  | { readonly type: "event"; readonly event: TurnEvent };

/** A program in the hands of a plugin, in this process or in a server. One send, wait or turn at a time. */
export interface AnyAdapter extends AsyncDisposable {
  /** What the last look found; undefined before the first. */
  readonly lastState: ExtensionState | undefined;
  /** Looks now. A plugin that fails makes the state `plugin_error`. */
  state(): Promise<ExtensionState>;
  /** Carries an intent out and looks again. */
  send(intent: string, params?: unknown, options?: IntentOptions): Promise<ExtensionState>;
  /** Waits for what the plugin says is to be waited for, and looks again. */
  wait(intent?: string, params?: unknown, options?: IntentWaitOptions): Promise<AdapterMatch>;
  /** Sends and waits with nobody in between. */
  turn(intent: string, params?: unknown, options?: TurnOptions): Promise<AdapterMatch>;
  /** What happens from now on. It ends when the adapter is closed. */
  subscribe(): AsyncIterableIterator<AdapterEvent | { readonly type: "classified" }>;
  close(): Promise<EndReport>;
}

import { logger } from "../../home/logging/index.js";
import type { SessionMoment } from "../../core/session/index.js";
import type { ExtensionState } from "./extension-state.js";
import { UNKNOWN_STATE } from "./extension-state.js";

const log = logger("extension");

/**
 * Detects that a program is no longer the one its extension was written for: a stable screen with an unknown state, or one that the program itself
 * contradicts, and goes on to while it moves.
 */
export class Drift {
  readonly #plugin: string;
  readonly #stableMs: number;
  #isUnderWay = false;
  /** Since when the program contradicts its screen, which may move all the while. */
  #contradictedAt: number | undefined;

  constructor(plugin: string, stableMs: number) {
    this.#plugin = plugin;
    this.#stableMs = stableMs;
  }

  /** Whether it begins with this look. A screen that is empty or still being drawn, or whose program has ended, says nothing. */
  begins({ state, sequence, disagreement }: ExtensionState, moment: SessionMoment): boolean {
    this.#contradictedAt = disagreement === undefined ? undefined : (this.#contradictedAt ?? performance.now());
    if (state !== UNKNOWN_STATE && disagreement === undefined) {
      this.#isUnderWay = false;
      return false;
    }
    if (this.#isUnderWay || !this.#isShown(moment)) return false;
    this.#isUnderWay = true;
    const found = disagreement === undefined ? "what its plugin does not know" : "something other than it tells";
    log.warn(`a program shows ${found}`, { plugin: this.#plugin, sequence });
    return true;
  }

  #isShown({ stableMs, exitStatus, screenText }: SessionMoment): boolean {
    const lastsMs = Math.max(stableMs, performance.now() - (this.#contradictedAt ?? Infinity));
    return lastsMs >= this.#stableMs && exitStatus === undefined && /\S/.test(screenText);
  }
}

import { timerMs } from "../../base/index.js";
import type { Session } from "../../core/session/index.js";

/** Between two looks at a program that writes without pause. */
const MIN_INTERVAL_MS = 40;

/** What a plugin makes of a screen may change by its being still alone: half painted at first, later what nobody knows. */
const STILL_MS = [1_000, 3_000, 10_000, 30_000];

/** Looks again while somebody listens: when something changed, when it has been still for as long as ends a turn, and ever less often after that. */
export class LiveClassifier {
  readonly #session: Session;
  readonly #stillMs: readonly number[];
  readonly #look: () => Promise<unknown>;
  #stop: (() => void) | undefined;
  #soon: NodeJS.Timeout | undefined;
  #still: NodeJS.Timeout | undefined;
  /** How many of the times were reached since the last change. */
  #reached = 0;
  #isLooking = false;
  #isStale = false;
  #lastAt = -Infinity;

  constructor(session: Session, stableMs: number, look: () => Promise<unknown>) {
    this.#session = session;
    this.#stillMs = [stableMs, ...STILL_MS.filter((ms) => ms > stableMs)];
    this.#look = look;
  }

  start(): void {
    if (this.#stop !== undefined) return;
    const stops = [
      this.#session.on("changed", () => this.#changed()),
      this.#session.on("exited", () => this.#changed()),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
    this.#changed();
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
    clearTimeout(this.#soon);
    clearTimeout(this.#still);
    this.#soon = this.#still = undefined;
  }

  #changed(): void {
    if (this.#reached > 0 || this.#still === undefined) {
      clearTimeout(this.#still);
      this.#reached = 0;
      this.#awaitStill(0);
    }
    this.#lookSoon();
  }

  #lookSoon(): void {
    this.#isStale = true;
    if (this.#isLooking || this.#soon !== undefined) return;
    const wait = Math.max(0, this.#lastAt + MIN_INTERVAL_MS - performance.now());
    // Keeps the process for this moment: behind the end of the program nothing else does, and it has to be told too.
    this.#soon = setTimeout(() => void this.#lookNow(), wait);
  }

  /** One timer, moved when it fires: output may come thousands of times within its time. */
  #awaitStill(stableMs: number): void {
    const next = this.#stillMs[this.#reached];
    this.#still =
      next === undefined ? undefined : setTimeout(() => this.#checkStill(), timerMs(next - stableMs)).unref();
  }

  #checkStill(): void {
    const { stableMs } = this.#session.moment();
    const before = this.#reached;
    while ((this.#stillMs[this.#reached] ?? Infinity) <= stableMs) this.#reached++;
    this.#awaitStill(stableMs);
    if (this.#reached > before) void this.#lookNow();
  }

  async #lookNow(): Promise<void> {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#isStale = this.#isLooking;
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#lastAt = performance.now();
    try {
      await this.#look();
    } finally {
      this.#isLooking = false;
      if (this.#isStale && this.#stop !== undefined) this.#lookSoon();
    }
  }
}

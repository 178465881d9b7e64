import { timerMs } from "../../base/index.js";
import type { Session } from "../../core/session/index.js";

/** Time between two classifications while the program writes without pause. */
const MIN_INTERVAL_MS = 40;

/** A classification may change with time alone: an unknown screen is half painted at first, and drift later. */
const STILL_MS = [1_000, 3_000, 10_000, 30_000];

/** Classifies while there are listeners: after changes, when the screen was stable long enough to end a turn, and less and less often after that. */
export class LiveClassifier {
  readonly #session: Session;
  readonly #stillMs: readonly number[];
  readonly #look: () => Promise<unknown>;
  #stop: (() => void) | undefined;
  #soon: NodeJS.Timeout | undefined;
  #still: NodeJS.Timeout | undefined;
  /** How many of the stable times were reached since the last change. */
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

  /** Something other than the screen is different. */
  lookAgain(): void {
    if (this.#stop !== undefined) this.#lookSoon();
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
    // Not unref'd: it must still run after the program has ended, when nothing else keeps the process alive.
    this.#soon = setTimeout(() => void this.#lookNow(), wait);
  }

  /** One timer that is set again when it fires too early, since output may come thousands of times meanwhile. */
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

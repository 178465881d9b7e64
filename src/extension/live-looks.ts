import { timerMs } from "../base/index.js";
import type { Session } from "../session/index.js";

/** Between two looks at a program that writes without pause. */
const MIN_INTERVAL_MS = 40;

/** Looks again while somebody listens: when something changed, and once when it has been still for as long as ends a turn. */
export class LiveLooks {
  readonly #session: Session;
  readonly #stableMs: number;
  readonly #look: () => Promise<unknown>;
  #stop: (() => void) | undefined;
  #soon: NodeJS.Timeout | undefined;
  #still: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isStale = false;
  #lastAt = -Infinity;

  constructor(session: Session, stableMs: number, look: () => Promise<unknown>) {
    this.#session = session;
    this.#stableMs = stableMs;
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
    if (this.#still === undefined) this.#still = setTimeout(() => this.#checkStill(), timerMs(this.#stableMs)).unref();
    this.#isStale = true;
    if (this.#isLooking || this.#soon !== undefined) return;
    const wait = Math.max(0, this.#lastAt + MIN_INTERVAL_MS - performance.now());
    // Keeps the process for this moment: behind the end of the program nothing else does, and it has to be told too.
    this.#soon = setTimeout(() => void this.#lookNow(), wait);
  }

  /** One timer, moved when it fires: output may come thousands of times within its time. */
  #checkStill(): void {
    const left = this.#stableMs - this.#session.moment().stableMs;
    if (left > 0) this.#still = setTimeout(() => this.#checkStill(), timerMs(left)).unref();
    else {
      this.#still = undefined;
      void this.#lookNow();
    }
  }

  async #lookNow(): Promise<void> {
    this.#soon = undefined;
    this.#isStale = this.#isLooking;
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#lastAt = performance.now();
    try {
      await this.#look();
    } finally {
      this.#isLooking = false;
      if (this.#isStale && this.#stop !== undefined) this.#changed();
    }
  }
}

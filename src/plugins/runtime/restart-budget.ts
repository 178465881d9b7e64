import { MAX_PLUGIN_RESTARTS, PLUGIN_RESTART_WINDOW_MS } from "../../base/index.js";

/** How often a plugin that had to be killed may be started again within a minute. */
export class RestartBudget {
  readonly #now: () => number;
  #restarts: number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes one restart; answers 0, or how many milliseconds are left until there is one again. */
  take(): number {
    const now = this.#now();
    this.#restarts = this.#restarts.filter((time) => now - time < PLUGIN_RESTART_WINDOW_MS);
    const [oldest = now] = this.#restarts;
    if (this.#restarts.length >= MAX_PLUGIN_RESTARTS) return oldest + PLUGIN_RESTART_WINDOW_MS - now;
    this.#restarts.push(now);
    return 0;
  }
}

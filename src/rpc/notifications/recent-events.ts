import { MAX_EVENTS_KEPT, MAX_EVENT_CHARS_KEPT } from "../../base/index.js";
import type { TurnEvent } from "../../protocol/index.js";

/** Events are given out in batches of this size, so that a slow client is waited for in between. */
const MAX_BATCH_CHARS = 131_072;

interface Kept {
  readonly event: TurnEvent;
  readonly chars: number;
}

/** The last events of an adapter, kept for connections that read slowly; one that is too slow sees a gap in the numbers. */
export class RecentEvents {
  #kept: Kept[] = [];
  #chars = 0;

  get lastSeq(): number {
    return this.#kept.at(-1)?.event.seq ?? 0;
  }

  push(events: readonly TurnEvent[]): void {
    for (const event of events) {
      const chars = JSON.stringify(event).length;
      this.#kept.push({ event, chars });
      this.#chars += chars;
    }
    let tooOld = 0;
    for (const { chars } of this.#kept) {
      const left = this.#kept.length - tooOld;
      if (left <= 1 || (left <= MAX_EVENTS_KEPT && this.#chars <= MAX_EVENT_CHARS_KEPT)) break;
      this.#chars -= chars;
      tooOld++;
    }
    this.#kept.splice(0, tooOld);
  }

  /** The next events after that number: one batch at most. */
  after(seq: number): TurnEvent[] {
    const some: TurnEvent[] = [];
    let taken = 0;
    for (const { event, chars } of this.#kept) {
      if (event.seq <= seq) continue;
      if (taken > 0 && taken + chars > MAX_BATCH_CHARS) break;
      taken += chars;
      some.push(event);
    }
    return some;
  }
}

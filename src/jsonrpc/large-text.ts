import { LoopBudget } from "../base/index.js";

/** How long all large texts together may keep the event loop busy. */
const BUDGET_MS = 4;
const budget = new LoopBudget(BUDGET_MS);

/** A text that is made piece by piece while it is read, because making it whole would block the event loop. */
export class LargeText {
  readonly #pieces: () => Iterable<string>;

  /** `pieces` must give the same pieces each time. */
  constructor(pieces: () => Iterable<string>) {
    this.#pieces = pieces;
  }

  /** The same text with a prefix and a suffix. */
  between(before: string, after: string): LargeText {
    const pieces = this.#pieces;
    return new LargeText(function* () {
      yield before;
      yield* pieces();
      yield after;
    });
  }

  /** Hands over each piece and yields to the event loop in between; `take` may return a promise to wait for, or false to stop. */
  async read(take: (piece: string) => Promise<void> | undefined | false): Promise<void> {
    for (const piece of this.#pieces()) {
      const pause = take(piece);
      if (pause === false) return;
      await pause;
      await budget.yieldIfSpent();
    }
  }

  async byteLength(): Promise<number> {
    let bytes = 0;
    await this.read((piece) => {
      bytes += Buffer.byteLength(piece);
      return undefined;
    });
    return bytes;
  }
}

/** One message of a server. */
export type Outgoing = string | LargeText;

export async function wholeText(text: LargeText): Promise<string> {
  const pieces: string[] = [];
  await text.read((piece) => {
    pieces.push(piece);
    return undefined;
  });
  return pieces.join("");
}

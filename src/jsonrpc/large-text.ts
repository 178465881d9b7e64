import { TurnTaker } from "../base/index.js";
import { loopTurns } from "./loop-turns.js";

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

  /** Hands over each piece and takes turns with others in between; `take` may return a promise to wait for, or false to stop. */
  async read(take: (piece: string) => Promise<void> | undefined | false, taker = new TurnTaker()): Promise<void> {
    const pieces = this.#pieces()[Symbol.iterator]();
    for (;;) {
      const turn = loopTurns.next(taker);
      if (turn !== undefined) await turn;
      const began = performance.now();
      const next = pieces.next();
      const pause = next.done === true ? false : take(next.value);
      loopTurns.spent(taker, performance.now() - began);
      if (pause === false) return;
      if (pause !== undefined) await pause;
    }
  }

  async byteLength(taker?: TurnTaker): Promise<number> {
    let bytes = 0;
    await this.read((piece) => {
      bytes += Buffer.byteLength(piece);
      return undefined;
    }, taker);
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

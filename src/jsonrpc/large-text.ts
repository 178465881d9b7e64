import { LoopBudget } from "../base/index.js";

/** All large texts together may take so long before the event loop goes on. */
const TURN_MS = 4;
const turn = new LoopBudget(TURN_MS);

/** A text that is made piece by piece while it is read, because making it whole would hold up everybody else. */
export class LargeText {
  readonly #pieces: () => Iterable<string>;

  /** `pieces` always gives the same ones. */
  constructor(pieces: () => Iterable<string>) {
    this.#pieces = pieces;
  }

  /** The same with something before and behind it. */
  between(before: string, after: string): LargeText {
    const pieces = this.#pieces;
    return new LargeText(function* () {
      yield before;
      yield* pieces();
      yield after;
    });
  }

  /** Hands over each piece, with pauses for others; `take` may ask for more of them, and ends it by returning false. */
  async read(take: (piece: string) => Promise<void> | undefined | false): Promise<void> {
    for (const piece of this.#pieces()) {
      const pause = take(piece);
      if (pause === false) return;
      await pause;
      await turn.end();
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

/** What leaves a server as one message. */
export type Outgoing = string | LargeText;

/** The whole text, for those who need it at once. */
export async function wholeText(text: LargeText): Promise<string> {
  const pieces: string[] = [];
  await text.read((piece) => {
    pieces.push(piece);
    return undefined;
  });
  return pieces.join("");
}

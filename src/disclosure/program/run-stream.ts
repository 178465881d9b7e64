import { TurnTaker } from "../../base/index.js";
import type { Session } from "../../core/session/index.js";
import { secretsOf } from "../../core/session/index.js";
import { loopTurns } from "../../jsonrpc/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { RedactedOutput } from "../index.js";

/** Told at once; the slowest texts take some milliseconds to cover. */
const PIECE_CHARS = 16_384;

/** The output of a command as it comes, with secrets covered, for one reader who takes it as fast as he can. */
export class RunStream {
  readonly #session: Session;
  readonly #output: RedactedOutput;
  readonly #tell: (text: string) => Promise<void> | undefined;
  readonly #taker = new TurnTaker();
  #isEnded = false;

  /** `tell` returns a promise while the reader does not keep up. */
  constructor(session: Session, policy: RedactionPolicy, tell: (text: string) => Promise<void> | undefined) {
    this.#session = session;
    this.#output = new RedactedOutput(secretsOf(session).covering(policy));
    this.#tell = tell;
  }

  /** Resolves when it was told, in turns with others who want the event loop. */
  async push(text: string): Promise<void> {
    for (let at = 0; at < text.length && !this.#isEnded; at += PIECE_CHARS) {
      const turn = loopTurns.next(this.#taker);
      if (turn !== undefined) await turn;
      const began = performance.now();
      const drained = this.#push(text.slice(at, at + PIECE_CHARS), false);
      loopTurns.spent(this.#taker, performance.now() - began);
      await drained;
    }
  }

  /** Tells what was held back, and nothing after it. */
  end(): void {
    void this.#push("", true);
    this.#isEnded = true;
  }

  #push(text: string, isLast: boolean): Promise<void> | undefined {
    if (this.#isEnded) return undefined;
    secretsOf(this.#session).look();
    const told = this.#output.push(text, { isCut: false, isLast });
    return told === "" ? undefined : this.#tell(told);
  }
}

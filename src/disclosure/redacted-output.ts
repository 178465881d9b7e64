import type { ReadPolicy } from "./read-policy.js";
import { StreamRedactor } from "../text/redaction/index.js";

/** A program's output as it is told piece by piece: a secret that comes in pieces is held back until it is whole. */
export class RedactedOutput {
  #stream: StreamRedactor;
  readonly #policy: ReadPolicy | undefined;

  /** `after` is what was written before: a secret that began there must not be told from its middle. */
  constructor(policy?: ReadPolicy, after = "") {
    this.#policy = policy;
    this.#stream = new StreamRedactor(policy, { after });
  }

  /** What can be told by now. `isCut`: something before this piece is lost. `isLast`: nothing of a secret can follow any more. */
  push(text: string, { isCut, isLast }: { readonly isCut: boolean; readonly isLast: boolean }): string {
    let told = "";
    if (isCut) {
      // What was held back may have been the beginning of a secret, and its end is lost.
      if (this.#stream.heldChars > 0) told = this.#stream.replacement;
      this.#stream = new StreamRedactor(this.#policy, { headCut: true });
    }
    told += this.#stream.push(text);
    return isLast ? told + this.#stream.flush() : told;
  }
}

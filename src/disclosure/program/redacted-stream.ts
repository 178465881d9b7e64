import type { Look } from "../../plugins/extension/index.js";
import { RedactionPolicy, StreamRedactor } from "../../text/redaction/index.js";
import { policyWithSeenIn } from "./seen-secrets.js";

/** Redacts an answer that comes in pieces: a secret may begin in one piece and end in another. */
export class RedactedStream {
  readonly #policy = RedactionPolicy.default();
  readonly #stream = new StreamRedactor(this.#policy);
  #seen = this.#policy;

  /** What can be told by now; `look` is the one that the piece was found in. */
  push(text: string, look: Look): string {
    this.#seen = policyWithSeenIn(look, this.#policy);
    return this.#seen.redact(this.#stream.push(text));
  }

  /** The rest, at the end of the answer. */
  flush(): string {
    return this.#seen.redact(this.#stream.flush());
  }
}

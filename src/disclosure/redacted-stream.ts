import type { Look } from "../plugins/extension/index.js";
import { RedactionPolicy, StreamRedactor } from "../text/redaction/index.js";
import { policyWithSeenIn } from "./seen-secrets.js";

/** An answer that is told piece by piece: a secret is covered also where one piece has its beginning and another its end. */
export class RedactedStream {
  readonly #policy = RedactionPolicy.default();
  readonly #stream = new StreamRedactor(this.#policy);
  #seen = this.#policy;

  /** What can be told by now; `look` is the one that the piece was found in. */
  push(text: string, look: Look): string {
    this.#seen = policyWithSeenIn(look, this.#policy);
    return this.#seen.redact(this.#stream.push(text));
  }

  /** What was held back: nothing more follows. */
  flush(): string {
    return this.#seen.redact(this.#stream.flush());
  }
}

import { TailRedactor } from "../../text/redaction/index.js";
import type { Session } from "../../core/session/index.js";
import { secretsOf } from "../../core/session/index.js";

/** Limits the memory: each holds a tail of output, raw and redacted, some 70 KB. */
const MAX_FILLED = 64;

const redactors = new WeakMap<Session, TailRedactor>();
/** In the order of their last use. */
const filled = new Set<TailRedactor>();

/** The redactor that caches the last tail of a session. */
export function tailRedactorOf(session: Session): TailRedactor {
  let redactor = redactors.get(session);
  if (redactor === undefined)
    redactors.set(session, (redactor = new TailRedactor(jsonContent, secretsOf(session).policy)));
  filled.delete(redactor);
  filled.add(redactor);
  const [oldest] = filled;
  if (filled.size > MAX_FILLED && oldest !== undefined) {
    oldest.forget();
    filled.delete(oldest);
  }
  return redactor;
}

/** Between the quotes of a JSON string. Pieces are cut at line ends, never inside a surrogate pair. */
const jsonContent = (text: string): string => JSON.stringify(text).slice(1, -1);

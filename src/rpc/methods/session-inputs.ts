import { onAbort } from "../../base/index.js";
import type { InputLease, LeaseTerms, Typist } from "../../core/session/index.js";
import { inputOf } from "../../core/session/index.js";
import { inputsAnswer } from "../../disclosure/program/index.js";
import type { HandlersOf } from "./handler.js";

/** Who types into a session, and who did. */
export const inputHandlers: Pick<HandlersOf<"session">, "session.lease" | "session.inputs"> = {
  "session.lease": async ({ session: id, forMs, others, as, who, timeoutMs, waitId: name }, scope) => {
    const { lease } = inputOf(scope.sessions.get(id));
    const terms = { forMs, others, as, who };
    const { typist, waits, gone } = scope;
    typist.requireHere();
    if (timeoutMs === 0) lease.take(typist, terms);
    else await waits.run({ name, gone }, (signal) => takenInTime(lease, typist, terms, { timeoutMs, signal }));
    typist.asked(lease);
    return { leased: true, ...(lease.facts === undefined ? {} : { lease: lease.facts }) };
  },

  "session.inputs": ({ session, after, limit }, { sessions }) => inputsAnswer(sessions.get(session), { after, limit }),
};

/** Rejects with an InputLeasedError when the time is over. */
async function takenInTime(
  lease: InputLease,
  typist: Typist,
  terms: LeaseTerms,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const stopListening = onAbort(signal, () => late.abort(signal.reason));
  try {
    await lease.taken(typist, terms, late.signal);
  } catch (error) {
    if (!signal.aborted) lease.require(typist);
    throw error;
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

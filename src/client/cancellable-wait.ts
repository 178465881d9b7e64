import { randomUUID } from "node:crypto";
import { onAbort } from "../base/index.js";
import type { Params, Result } from "../protocol/index.js";
import type { Requests } from "./requests.js";

const CANCEL = {
  "session.wait": "session.cancel_wait",
  "adapter.wait": "adapter.cancel_wait",
  "adapter.turn": "adapter.cancel_wait",
} as const;

interface Wait<M extends keyof typeof CANCEL> {
  readonly method: M;
  /** The caller's own name for it. */
  readonly name: string | undefined;
  readonly params: (name: string | undefined) => Params<M>;
  readonly signal: AbortSignal | undefined;
}

/** Asks for a wait. When the signal fires, it is cancelled in the server as well. */
export async function cancellableWait<M extends keyof typeof CANCEL>(
  requests: Pick<Requests, "request">,
  { method, name, params, signal }: Wait<M>,
): Promise<Result<M>> {
  if (signal === undefined) return requests.request(method, params(name));
  const waitId = name ?? randomUUID();
  const cancel: (typeof CANCEL)[keyof typeof CANCEL] = CANCEL[method];
  const stopListening = onAbort(signal, () => {
    requests.request(cancel, { wait_id: waitId }).catch(() => undefined);
  });
  try {
    return await requests.request(method, params(waitId), { signal });
  } finally {
    stopListening();
  }
}

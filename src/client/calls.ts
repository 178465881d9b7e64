import { randomUUID } from "node:crypto";
import { checkOptionNames, checkSignal, onAbort } from "../base/index.js";
import type { LibraryParams, LibraryResult, MethodName, Params, Result, Schema } from "../protocol/index.js";
import { encode, libraryName, methods, parseLibrary, translated } from "../protocol/index.js";
import type { NotificationOptions, RequestOptions } from "./client-options.js";
import { RemoteError, libraryError } from "./errors.js";
import type { NotificationStream } from "./notification-stream.js";

/** What a RemoteSession or RemoteAdapter needs of the connection. */
export interface Link {
  request<M extends MethodName>(method: M, params: Params<M>, options?: RequestOptions): Promise<Result<M>>;
  open(options: NotificationOptions): NotificationStream;
  /** Hands over what the run of this name prints, until the returned function is called. */
  onRunOutput(waitId: string, listener: (text: string) => void): () => void;
}

/** Calls a method with the library's names, and rejects with the library's errors. */
export async function call<M extends MethodName>(
  link: Pick<Link, "request">,
  method: M,
  params: LibraryParams<M>,
  options: RequestOptions = {},
): Promise<LibraryResult<M>> {
  const { params: given, result }: { params: Schema; result: Schema } = methods[method];
  // Invalid params are refused before anything is sent.
  parseLibrary(given, params, "");
  const wire = encode(given, params) as Params<M>;
  try {
    return translated(result, await link.request(method, wire, options)) as LibraryResult<M>;
  } catch (error) {
    throw error instanceof RemoteError ? libraryError(error, { schema: given, wire, params }) : error;
  }
}

const CANCEL = {
  "session.input": "session.cancel_wait",
  "session.submit": "session.cancel_wait",
  "session.expect": "session.cancel_wait",
  "session.run": "session.cancel_wait",
  "session.lease": "session.cancel_wait",
  "session.find": "session.cancel_wait",
  "adapter.send": "adapter.cancel_wait",
  "session.wait": "session.cancel_wait",
  "adapter.wait": "adapter.cancel_wait",
  "adapter.turn": "adapter.cancel_wait",
} as const;

/** The same for what can be cancelled. When the signal fires, it is cancelled in the server as well. */
export async function callCancellable<M extends keyof typeof CANCEL>(
  link: Pick<Link, "request">,
  method: M,
  params: LibraryParams<M>,
  signal: AbortSignal | undefined,
): Promise<LibraryResult<M>> {
  checkSignal(signal);
  const wanted = withWholeTime(params);
  if (signal === undefined) return call(link, method, wanted);
  const waitId = params.waitId ?? randomUUID();
  const stopListening = onAbort(signal, () => {
    call<"session.cancel_wait" | "adapter.cancel_wait">(link, CANCEL[method], { waitId }).catch(() => undefined);
  });
  try {
    return await call(link, method, { ...wanted, waitId }, { signal });
  } finally {
    stopListening();
  }
}

/** Times on the wire are whole; nobody waits shorter for it. */
function withWholeTime<P extends object>(params: P): P {
  const timeoutMs = "timeoutMs" in params ? params.timeoutMs : undefined;
  return typeof timeoutMs === "number" ? { ...params, timeoutMs: Math.ceil(timeoutMs) } : params;
}

/** Refuses an option that the method does not have, before anything is sent. `taken` are the parameters that are no options. */
export function checkOptions(
  what: string,
  method: MethodName,
  options: unknown,
  taken: readonly string[],
  more: readonly string[] = [],
): void {
  const names = Object.keys(methods[method].params.fields).map(libraryName);
  checkOptionNames(what, options, [...names.filter((name) => !taken.includes(name)), ...more]);
}

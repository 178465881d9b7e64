import type { CheckedParams, LibraryResult, MethodName } from "../../protocol/index.js";
import type { Disclosed } from "../../disclosure/index.js";
import type { ConnectionScope } from "../connection-scope.js";
import type { EncodedResult, StagedAnswer } from "../../jsonrpc/index.js";

/** Carries out one method: translates params, makes one call, shapes the answer. */
export type Handler<P = never, R = unknown> = (params: P, scope: ConnectionScope) => R | Promise<R>;

/** The handlers of the methods whose names begin with one word. */
export type HandlersOf<Prefix extends string> = {
  readonly [M in Extract<MethodName, `${Prefix}.${string}`>]: Handler<
    CheckedParams<M>,
    Answered<LibraryResult<M>> | StagedAnswer<Answered<LibraryResult<M>>>
  >;
};

/** A result that is redacted when it is sent, one that was redacted where it was made, or one that is JSON already. */
export type Answered<R> = R | Disclosed<R> | EncodedResult<R>;

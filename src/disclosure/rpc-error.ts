import type { PtywrightError } from "../base/index.js";
import {
  InputBacklogError,
  InvalidArgumentError,
  SessionClosedError,
  UnsupportedOnPlatformError,
  WaitCancelledError,
  WaitInLineError,
} from "../base/index.js";
import type { ErrorAnswer } from "../jsonrpc/index.js";
import type { ErrorData, RpcErrorCode, RpcErrorName } from "../protocol/index.js";
import { RPC_ERROR_CODES, encode, errorData } from "../protocol/index.js";
import { RedactionPolicy } from "../text/redaction/index.js";

/** An error answer. Its message is redacted when it is made. */
export class RpcError extends Error {
  readonly code: RpcErrorCode;
  readonly data: ErrorData | undefined;

  constructor(name: RpcErrorName, message: string, data?: ErrorData, options?: ErrorOptions) {
    super(RedactionPolicy.default().redact(message), options);
    this.name = "RpcError";
    this.code = RPC_ERROR_CODES[name];
    this.data = data;
  }
}

/** An error as it is sent. */
export const encodedError = ({ code, message, data }: RpcError): ErrorAnswer => ({
  code,
  message,
  data: data && encode(errorData, data),
});

/** An error of the connection itself, which may quote the client. */
export const redactedError = (error: ErrorAnswer): ErrorAnswer => ({
  ...error,
  message: RedactionPolicy.default().redact(error.message),
});

/**
 * For a parameter that is valid by its schema, but names something that does not exist, or contradicts another one. Field and message have
 * the library's name, which is respelt when it is answered.
 */
export function invalidParams(field: string, message: string): InvalidArgumentError {
  return new InvalidArgumentError(field, message);
}

/** The answer to a typed error of the library. */
export function rpcErrorOf(error: PtywrightError): RpcError {
  const { code, message } = error;
  if (error instanceof InvalidArgumentError) {
    const field = RedactionPolicy.default().redact(error.field);
    return new RpcError("invalid_params", message, { code, field }, { cause: error });
  }
  const pendingBytes = error instanceof InputBacklogError ? error.pendingBytes : undefined;
  return new RpcError(nameFor(error), message, { code, pendingBytes }, { cause: error });
}

function nameFor(error: PtywrightError): RpcErrorName {
  if (error instanceof UnsupportedOnPlatformError) return "invalid_params";
  if (error instanceof SessionClosedError) return "session_closed";
  if (error instanceof WaitCancelledError) return "wait_cancelled";
  if (error instanceof WaitInLineError) return "matcher_timeout";
  return "internal_error";
}

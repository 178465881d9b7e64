import type { PtywrightError } from "../base/index.js";
import {
  InputBacklogError,
  InvalidArgumentError,
  PermissionDeniedError,
  SessionClosedError,
  SpawnError,
  StillRunningError,
  UnsupportedOnPlatformError,
  WaitCancelledError,
  WaitInLineError,
} from "../base/index.js";
import { InputLeasedError } from "../api/index.js";
import type { ErrorAnswer } from "../jsonrpc/index.js";
import type { ErrorData, RpcErrorCode, RpcErrorName } from "../protocol/index.js";
import { RPC_ERROR_CODES, errorData } from "../protocol/index.js";
import { RedactionPolicy } from "../text/redaction/index.js";
import { Disclosed, disclose } from "./disclose.js";

/** An error answer. Its message is redacted when it is made. */
export class RpcError extends Error {
  readonly code: RpcErrorCode;
  readonly data: ErrorData | undefined;
  /** What of it is sent: as it is if it was covered where it was made. */
  declare readonly disclosed: ErrorData | Disclosed<ErrorData> | undefined;

  constructor(name: RpcErrorName, message: string, data?: ErrorData | Disclosed<ErrorData>, options?: ErrorOptions) {
    super(RedactionPolicy.default().redact(message), options);
    this.name = "RpcError";
    this.code = RPC_ERROR_CODES[name];
    this.data = data instanceof Disclosed ? data.value : data;
    Object.defineProperty(this, "disclosed", { value: data, enumerable: false });
  }
}

/** An error as it is sent. */
export const encodedError = ({ code, message, disclosed }: RpcError): ErrorAnswer => ({
  code,
  message,
  data: disclosed && disclose(errorData, disclosed),
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
  return new RpcError(nameFor(error), message, { code, ...factsOf(error) }, { cause: error });
}

/** What a client needs to make the same error of it. */
function factsOf(error: PtywrightError): ErrorData {
  if (error instanceof InvalidArgumentError) return { field: error.field };
  if (error instanceof InputBacklogError) return { pendingBytes: error.pendingBytes };
  if (error instanceof InputLeasedError) return { lease: error.lease };
  if (error instanceof StillRunningError) return { pids: [...error.pids] };
  if (error instanceof SpawnError) return { program: error.program };
  if (error instanceof PermissionDeniedError) return { plugin: error.plugin, requiredPermission: error.permission };
  return {};
}

function nameFor(error: PtywrightError): RpcErrorName {
  if (error instanceof InvalidArgumentError) return "invalid_params";
  if (error instanceof PermissionDeniedError) return "permission_denied";
  if (error instanceof UnsupportedOnPlatformError) return "invalid_params";
  if (error instanceof SessionClosedError) return "session_closed";
  if (error instanceof WaitCancelledError) return "wait_cancelled";
  if (error instanceof WaitInLineError) return "matcher_timeout";
  return "internal_error";
}

import { PtywrightError } from "../base/index.js";
import type { RpcErrorCode, RpcErrorName, WireErrorData } from "../protocol/index.js";
import { RPC_ERROR_CODES } from "../protocol/index.js";
import type { CamelCased } from "../wire/index.js";
import { camelCased } from "../wire/index.js";

/** No connection could be made. */
export class ConnectError extends PtywrightError {
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super("connect_failed", message, options);
    this.path = path;
  }
}

/** The connection ended before the answer came. */
export class ConnectionLostError extends PtywrightError {
  constructor(message: string, options?: ErrorOptions) {
    super("connection_lost", message, options);
  }
}

/** The server answered with an error. */
export class RemoteError extends PtywrightError {
  readonly method: string;
  /** The number on the wire, such as -32001. */
  readonly rpcCode: RpcErrorCode | (number & {});
  /** The same in a word; undefined for a number that this protocol does not have. */
  readonly kind: RpcErrorName | undefined;
  /** What the server knows: the field that was refused, or what a failed wait saw. */
  readonly data: CamelCased<WireErrorData>;

  constructor(method: string, error: { code: number; message: string; data?: WireErrorData | undefined }) {
    super("remote_error", error.message);
    this.method = method;
    this.rpcCode = error.code;
    this.kind = (Object.keys(RPC_ERROR_CODES) as RpcErrorName[]).find((name) => RPC_ERROR_CODES[name] === error.code);
    this.data = camelCased(error.data ?? {});
  }
}

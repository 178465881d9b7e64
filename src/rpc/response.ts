import type { NotificationName, NotificationParams, WireErrorData } from "../protocol/index.js";
import { EncodedResult } from "./encoded-result.js";
import type { RawId } from "./message.js";
import type { RpcError } from "./rpc-error.js";

/** A method that returns nothing is still answered. */
export const resultText = (id: RawId, result: unknown): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${result instanceof EncodedResult ? result.json : JSON.stringify(result ?? null)}}`;

export function errorText(id: RawId, { code, message, data }: RpcError): string {
  const error: { code: number; message: string; data?: WireErrorData } = { code, message };
  if (data !== undefined) error.data = data;
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
}

export const notificationText = <N extends NotificationName>(method: N, params: NotificationParams<N>): string =>
  JSON.stringify({ jsonrpc: "2.0", method, params });

import type { LibraryNotificationParams, NotificationName, Schema, WireErrorData } from "../protocol/index.js";
import { encode, errorData, notifications } from "../protocol/index.js";
import { EncodedResult } from "../jsonrpc/index.js";
import type { Outgoing } from "../jsonrpc/index.js";
import type { RawId } from "./message.js";
import type { RpcError } from "./rpc-error.js";

/** A method that returns nothing is still answered. */
export function resultText(id: RawId, result: unknown): Outgoing {
  const json = result instanceof EncodedResult ? result.json : JSON.stringify(result ?? null);
  const before = `{"jsonrpc":"2.0","id":${id},"result":`;
  return typeof json === "string" ? `${before}${json}}` : json.between(before, "}");
}

export function errorText(id: RawId, { code, message, data }: RpcError): string {
  const error: { code: number; message: string; data?: WireErrorData } = { code, message };
  if (data !== undefined) error.data = encode(errorData, data);
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
}

export const notificationText = <N extends NotificationName>(method: N, params: LibraryNotificationParams<N>): string =>
  JSON.stringify({ jsonrpc: "2.0", method, params: encode(notifications[method].params as Schema, params) });

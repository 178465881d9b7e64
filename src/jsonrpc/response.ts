import type { LargeText, Outgoing } from "./large-text.js";
import type { ErrorAnswer } from "./json-rpc-error.js";
import type { RawId } from "./message.js";

/** A result that is JSON already, or becomes it piece by piece. `R` is what it says. */
export class EncodedResult<R> {
  declare readonly result: R;
  readonly json: string | LargeText;

  constructor(json: string | LargeText) {
    this.json = json;
  }
}

/** A method that returns nothing is answered with null. */
export function resultText(id: RawId, result: unknown): Outgoing {
  const json = result instanceof EncodedResult ? result.json : JSON.stringify(result ?? null);
  const before = `{"jsonrpc":"2.0","id":${id},"result":`;
  return typeof json === "string" ? `${before}${json}}` : json.between(before, "}");
}

export function errorText(id: RawId, { code, message, data }: ErrorAnswer): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`;
}

export const notificationText = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: "2.0", method, params });

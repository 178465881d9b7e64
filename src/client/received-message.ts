import { shown } from "../base/index.js";
import { camelCased } from "../wire/index.js";
import type { Answer } from "./pending-requests.js";
import type { RemoteNotification } from "./remote-notification.js";

/** What a server may send, and what it should not. */
export type Received =
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "notification"; readonly notification: RemoteNotification }
  /** An error that answers no request: the server is about to end the connection. */
  | { readonly type: "refusal"; readonly message: string }
  /** Of a later protocol, perhaps. */
  | { readonly type: "unknown" }
  | { readonly type: "garbage"; readonly message: string };

/** Never throws, whatever the other end is. */
export function received(json: string): Received {
  const message = parsed(json);
  if (typeof message !== "object" || message === null || Array.isArray(message))
    return { type: "garbage", message: `the server sent what is no message of the protocol: ${shown(json)}` };
  if ("method" in message) {
    const { method, params, id } = message as { method: unknown; params?: { session?: unknown } | null; id?: unknown };
    if (id !== undefined || typeof params?.session !== "string") return { type: "unknown" };
    return { type: "notification", notification: { method, params: camelCased(params) } as RemoteNotification };
  }
  const answer = message as Answer;
  if (typeof answer.id === "number") return { type: "answer", answer };
  return typeof answer.error?.message === "string"
    ? { type: "refusal", message: answer.error.message }
    : { type: "unknown" };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

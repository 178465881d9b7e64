import { shown } from "../base/index.js";
import type { Notification, NotificationName } from "../protocol/index.js";
import { decode, notifications } from "../protocol/index.js";
import type { Answer } from "./pending-requests.js";

/** A message of the server, valid or not. */
export type Received =
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "notification"; readonly notification: Notification }
  /** An error that answers no request: the server is about to end the connection. */
  | { readonly type: "refusal"; readonly message: string }
  /** Perhaps of a later protocol version. */
  | { readonly type: "unknown" }
  | { readonly type: "garbage"; readonly message: string };

/** Never throws, whatever the other side sends. */
export function received(json: string): Received {
  const message = parsed(json);
  if (typeof message !== "object" || message === null || Array.isArray(message))
    return { type: "garbage", message: `the server sent what is no message of the protocol: ${shown(json)}` };
  if ("method" in message) {
    const { method, params, id } = message as { method: unknown; params?: unknown; id?: unknown };
    const notification = id === undefined && isFields(params) ? notificationFrom(method, params) : undefined;
    return notification === undefined ? { type: "unknown" } : { type: "notification", notification };
  }
  const answer = message as Answer;
  if (typeof answer.id === "number") return { type: "answer", answer };
  return typeof answer.error?.message === "string"
    ? { type: "refusal", message: answer.error.message }
    : { type: "unknown" };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Undefined if this protocol does not have it. */
function notificationFrom(method: unknown, params: Fields): Notification | undefined {
  if (typeof method !== "string" || !Object.hasOwn(notifications, method)) return undefined;
  try {
    return { method, params: decode(notifications[method as NotificationName].params, params, "") } as Notification;
  } catch {
    return undefined;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

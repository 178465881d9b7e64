import type { MethodName, Params, Result } from "../protocol/index.js";
import type { NotificationOptions, RequestOptions } from "./client-options.js";
import type { RemoteNotification } from "./remote-notification.js";

/** What a connection offers to those who speak for one session. */
export interface Requests {
  request<M extends MethodName>(method: M, params: Params<M>, options?: RequestOptions): Promise<Result<M>>;
  wait(params: Params<"session.wait">, options?: RequestOptions): Promise<Result<"session.wait">>;
  notifications(options?: NotificationOptions): AsyncIterableIterator<RemoteNotification>;
}

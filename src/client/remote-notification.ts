import type { NotificationName, NotificationParams } from "../protocol/index.js";
import type { CamelCased } from "../wire/index.js";

/** A notification with the library's names. */
export type RemoteNotification = {
  [N in NotificationName]: { readonly method: N; readonly params: CamelCased<NotificationParams<N>> };
}[NotificationName];

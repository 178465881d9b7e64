import type { Outgoing } from "./large-text.js";

/** Where a connection's messages go. */
export interface MessageSink {
  /** Messages keep their order, also behind a large one that takes long to send. */
  send(message: Outgoing): void;
  /** Undefined while the reader keeps up, else a promise for when it does again. Notifications wait for it. */
  whenDrained(): Promise<void> | undefined;
  /** Nothing is sent here: answers are fetched. */
  readonly isFetched?: boolean;
  /** The same for requests: none is begun while too many answers are unread, or a large one is being sent. */
  whenReady(): Promise<void> | undefined;
}

import type { Outgoing } from "./large-text.js";

/** Where a connection's messages go. */
export interface MessageSink {
  /** A large message is made while it is sent; what is sent after it leaves after it. */
  send(message: Outgoing): void;
  /** Undefined while the reader keeps up, else a promise for when it does again. Notifications wait for that. */
  whenDrained(): Promise<void> | undefined;
  /** The same for requests, which are not begun while too many answers are unread, or a large one is on its way. */
  whenReady(): Promise<void> | undefined;
}

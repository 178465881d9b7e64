/** Where a connection's messages go. */
export interface Outlet {
  send(json: string): void;
  /** Undefined while the reader keeps up, else a promise for when it does again. Notifications wait for that. */
  whenDrained(): Promise<void> | undefined;
  /** The same for requests, which are not begun while too many answers are unread. */
  whenReady(): Promise<void> | undefined;
}

/** Where a connection's messages go. */
export interface Outlet {
  send(json: string): void;
  /** Undefined while the reader keeps up, else a promise for when it does again. */
  whenDrained(): Promise<void> | undefined;
  /** Requests are not begun either while the reader is behind: for a pipe, whose writer may simply be slow. */
  readonly pacesRequests: boolean;
}

import type { MessageChannel } from "../jsonrpc/index.js";

/** What a client speaks over, and how it leaves. */
export interface ServerLink {
  readonly channel: MessageChannel;
  /** What to do once the connection is lost. */
  advice(): string;
  /** Resolves, within a bounded time, when nothing is left of the connection. The channel was closed before. */
  leave(hasUnanswered: boolean): Promise<void>;
}

import type { MessageChannel } from "../../jsonrpc/framing/index.js";

/** The channel to a server, and how to close it. */
export interface ServerLink {
  readonly channel: MessageChannel;
  /** What to do once the connection is lost. */
  advice(): string;
  /** Resolves, within a bounded time, when all resources are released. Close the channel before. */
  leave(hasUnanswered: boolean): Promise<void>;
}

import type { FramingName } from "../../jsonrpc/framing/index.js";

export interface ConnectOptions {
  /** The server's socket. Default: that of the user. */
  readonly socket?: string | undefined;
  /** As the server was started with. Default: ndjson. */
  readonly framing?: FramingName | undefined;
  readonly signal?: AbortSignal | undefined;
}

import type { Readable, Writable } from "node:stream";
import { logger } from "../../home/logging/index.js";
import type { ConnectionOptions, FramingName, ServeEnd, StreamKind } from "../../jsonrpc/index.js";
import { PIPE, serveStreams } from "../../jsonrpc/index.js";
import { RpcConnection } from "../connection.js";
import { RpcServerState } from "../server-state.js";

const log = logger("rpc");
let connections = 0;

export interface ServeOptions extends ConnectionOptions {
  /** What it shares with other connections; of its own unless given. */
  readonly state?: RpcServerState | undefined;
  /** Asked after the end of the input, now and then: whether nobody is there to read the answers. */
  readonly isClientGone?: (() => boolean) | undefined;
}

/** Serves newline-delimited JSON on any pair of streams until the input ends and all of it is answered. */
export async function serveNdjson(input: Readable, output: Writable, options: ServeOptions = {}): Promise<ServeEnd> {
  return serveClient("ndjson", { input, output }, options, PIPE);
}

/** The same with Content-Length frames. */
export async function serveLsp(input: Readable, output: Writable, options: ServeOptions = {}): Promise<ServeEnd> {
  return serveClient("lsp", { input, output }, options, PIPE);
}

export async function serveClient(
  framing: FramingName,
  streams: { readonly input: Readable; readonly output: Writable },
  { state = new RpcServerState(), isClientGone, ...options }: ServeOptions,
  kind: StreamKind,
): Promise<ServeEnd> {
  const onDrop = (unreadBytes: number): void =>
    log.warn("a client does not read its answers; it is disconnected", { unreadBytes });
  const number = ++connections;
  log.debug("a connection was opened", { number, framing });
  const end = await serveStreams({
    ...streams,
    framing,
    kind: { ...kind, isClientGone, onDrop },
    connect: (sink) => new RpcConnection(state, sink, options),
  });
  log.debug("a connection has ended", { number, how: end });
  return end;
}

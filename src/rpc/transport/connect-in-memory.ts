import type { ConnectionOptions, MessageChannel } from "../../jsonrpc/index.js";
import { RpcConnection } from "../connection.js";
import { QueuedSink } from "../../jsonrpc/index.js";
import type { RpcServerState } from "../server-state.js";

/** Connects to a server in this process, without bytes or sockets. */
export function connectInMemory(state: RpcServerState, options: ConnectionOptions = {}): MessageChannel {
  let onMessage: (json: string) => void = () => undefined;
  let onClose: () => void = () => undefined;
  let isClosed = false;
  const connection = new RpcConnection(state, new QueuedSink((json) => onMessage(json)), options);
  return {
    send: (json) => {
      if (!isClosed) connection.receive(json);
    },
    onMessage: (listener) => (onMessage = listener),
    onClose: (listener) => (onClose = listener),
    close: () => {
      if (isClosed) return;
      isClosed = true;
      connection.close();
      onClose();
    },
  };
}
